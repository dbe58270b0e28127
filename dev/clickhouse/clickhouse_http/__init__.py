"""ClickHouse's HTTP interface on the embedded ClickHouse engine, for development and tests.

Road map: `lexer` and `statement` read SQL text (pure); `parameters` and `body` read a request;
`spool` keeps data of inserts on disk; `engine` is the only module that knows the engine;
`sessions` and `auth` hold what outlives a request; `handler` carries a request through;
`server` is the process. It must never answer with bytes that a real server would not mean.
"""
