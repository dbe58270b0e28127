//! The tables, named once. Everything else asks here what a table is called.

use readonce_model::ContractId;

/// A table of the store.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Table {
    Items,
    ItemEvents,
    Presence,
    PresenceEvents,
    Snapshots,
    ExtractAttempts,
    Runs,
    TaskAttempts,
    /// One table a contract: its columns are the contract's fields.
    Profiles(ContractId),
}

impl Table {
    /// The tables that exist whatever contracts are in use.
    pub const FIXED: [Table; 8] = [
        Table::Items,
        Table::ItemEvents,
        Table::Presence,
        Table::PresenceEvents,
        Table::Snapshots,
        Table::ExtractAttempts,
        Table::Runs,
        Table::TaskAttempts,
    ];

    pub fn name(&self) -> String {
        match self {
            Table::Items => "items".to_owned(),
            Table::ItemEvents => "item_events".to_owned(),
            Table::Presence => "presence".to_owned(),
            Table::PresenceEvents => "presence_events".to_owned(),
            Table::Snapshots => "snapshots".to_owned(),
            Table::ExtractAttempts => "extract_attempts".to_owned(),
            Table::Runs => "runs".to_owned(),
            Table::TaskAttempts => "task_attempts".to_owned(),
            Table::Profiles(contract) => {
                format!("profiles_{}_v{}", contract.name(), contract.major())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_profile_table_is_named_after_its_contract() {
        let table = Table::Profiles("job@2".parse().unwrap());
        assert_eq!(table.name(), "profiles_job_v2");
    }

    #[test]
    fn no_two_tables_share_a_name() {
        let names: std::collections::BTreeSet<_> = Table::FIXED.iter().map(Table::name).collect();
        assert_eq!(names.len(), Table::FIXED.len());
    }
}
