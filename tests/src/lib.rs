//! Scenario, contract and end-to-end tests live beside this file.
