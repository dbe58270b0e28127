//! Scenarios in process: the product's decisions over a simulated world, each with a planted defect
//! that must turn it red.

mod budgets;
mod crashes;
mod outages;
mod three_days;
mod web_world;
