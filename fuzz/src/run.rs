//! One target, until its time is up.

use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

use super::corpus;
use super::mutate;
use super::options::Options;
use super::random::Random;
use super::targets::Target;
use super::watch::{self, Current};

/// Services read on threads with this much.
const STACK_BYTES: usize = 2 << 20;
/// Inputs that are kept because they led somewhere new.
const MOST_KEPT: usize = 3000;
/// Ten failures of a target say as much as a thousand.
const MOST_FAILURES: usize = 10;

/// Where every input goes before it runs, when it is traced.
pub fn trace_file(options: &Options, target: Target) -> PathBuf {
    options
        .failures
        .join(format!("{}-crash-last.bin", target.name()))
}

/// Runs inputs as they are, each once; a panic ends the process and says where.
pub fn replay(target: Target, files: &[PathBuf]) -> Result<bool> {
    let mut clean = true;
    for file in files {
        let input = std::fs::read(file).with_context(|| file.display().to_string())?;
        let stopwatch = Stopwatch::start();
        target.run(&input);
        let (took, allowed) = (stopwatch.elapsed(), watch::allowed(input.len()));
        println!("{}: {took:?} of {allowed:?}", file.display());
        clean &= took <= allowed;
    }
    Ok(clean)
}

/// Whether nothing failed.
pub fn target(target: Target, options: &Options) -> Result<bool> {
    let current = Arc::new(Current::default());
    let (watched, failures) = (current.clone(), options.failures.clone());
    std::thread::spawn(move || watch::watch(&watched, target, &failures));
    let options = options.clone();
    let worker = std::thread::Builder::new().stack_size(STACK_BYTES);
    let running = worker.spawn(move || Fuzzer::new(target, options, current).run())?;
    let clean = running.join();
    clean
        .ok()
        .context("the worker panicked outside of its target")
}

/// Processor time of this thread where the system tells it: on a busy machine a clock on the wall
/// measures the others.
struct Stopwatch {
    begun: Instant,
    processor: Option<Duration>,
}

impl Stopwatch {
    fn start() -> Self {
        Self {
            begun: Instant::now(),
            processor: processor_time(),
        }
    }

    fn elapsed(&self) -> Duration {
        match (self.processor, processor_time()) {
            (Some(before), Some(now)) => now.saturating_sub(before),
            _ => self.begun.elapsed(),
        }
    }
}

fn processor_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let spent = text.split_whitespace().next()?;
    spent.parse().ok().map(Duration::from_nanos)
}

struct Fuzzer {
    target: Target,
    options: Options,
    current: Arc<Current>,
    random: Random,
    known: Vec<Vec<u8>>,
    marks: HashSet<u64>,
    executions: u64,
    slowest: Duration,
    failed: HashSet<String>,
    panicked: Arc<Mutex<String>>,
}

impl Fuzzer {
    fn new(target: Target, options: Options, current: Arc<Current>) -> Self {
        let panicked = Arc::new(Mutex::new(String::new()));
        let words = panicked.clone();
        std::panic::set_hook(Box::new(move |info| {
            if let Ok(mut words) = words.lock() {
                *words = info.to_string().replace('\n', " ");
            }
        }));
        Self {
            target,
            random: Random::new(options.seed),
            options,
            current,
            known: corpus::of(target),
            marks: HashSet::new(),
            executions: 0,
            slowest: Duration::ZERO,
            failed: HashSet::new(),
            panicked,
        }
    }

    fn run(mut self) -> bool {
        let begun = Instant::now();
        let time = Duration::from_secs(self.options.seconds);
        for seed in self.known.clone() {
            self.execute(&seed);
        }
        while begun.elapsed() < time && self.failed.len() < MOST_FAILURES {
            let input = mutate::input(&mut self.random, &self.known, self.target.tokens());
            if self.execute(&input) && self.known.len() < MOST_KEPT {
                self.known.push(input);
            }
        }
        self.report(begun.elapsed());
        self.failed.is_empty()
    }

    /// Whether the input led somewhere new.
    fn execute(&mut self, input: &[u8]) -> bool {
        if self.options.trace {
            let file = trace_file(&self.options, self.target);
            // The file is the evidence of a crash; without it the run tells nothing.
            let made = std::fs::create_dir_all(&self.options.failures);
            made.and_then(|()| std::fs::write(file, input))
                .expect("the trace can be written");
        }
        self.executions += 1;
        let (mark, took) = self.once(input);
        let Some(mark) = mark else {
            self.fail("panic", input);
            return false;
        };
        self.slowest = self.slowest.max(took);
        if took > watch::allowed(input.len()) && self.is_slow(input) {
            self.fail("slow", input);
        }
        self.marks.insert(mark)
    }

    fn once(&self, input: &[u8]) -> (Option<u64>, Duration) {
        let target = self.target;
        self.current.begin(input);
        let stopwatch = Stopwatch::start();
        let mark = catch_unwind(AssertUnwindSafe(|| target.run(input))).ok();
        let took = stopwatch.elapsed();
        self.current.end();
        (mark, took)
    }

    /// Slow each time that it is tried.
    fn is_slow(&self, input: &[u8]) -> bool {
        (0..3).all(|_| self.once(input).1 > watch::allowed(input.len()))
    }

    fn fail(&mut self, what: &str, input: &[u8]) {
        let words = match what {
            "panic" => self
                .panicked
                .lock()
                .map(|words| words.clone())
                .unwrap_or_default(),
            _ => format!("{} bytes took longer than allowed", input.len()),
        };
        // The file and the line of a panic: what it was about is another one every time.
        let place = words.split(':').take(3).collect::<Vec<_>>().join(":");
        if !self.failed.insert(place) {
            return;
        }
        let words: String = words.chars().take(400).collect();
        let file = watch::save(&self.options.failures, self.target, what, input);
        eprintln!(
            "{}: {what}: {words}\n  {}",
            self.target.name(),
            file.display()
        );
    }

    fn report(&self, took: Duration) {
        let seconds = took.as_secs_f64().max(0.001);
        println!(
            "{:<8} {:>10} runs {:>8.0}/s {:>6} kept {:>7.1} ms slowest {:>3} failures",
            self.target.name(),
            self.executions,
            self.executions as f64 / seconds,
            self.known.len(),
            self.slowest.as_secs_f64() * 1000.0,
            self.failed.len()
        );
    }
}
