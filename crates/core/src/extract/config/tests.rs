//! Reading, faults and the frozen versions of extraction configs.

use super::*;

fn read(yaml: &str) -> Result<ExtractionConfig, serde_yaml_ng::Error> {
    serde_yaml_ng::from_str(yaml)
}

fn mini() -> ExtractionConfig {
    read("name: jobs-mini\nprovider: openai\nmodel: gpt-4.1-mini\nbase-url: http://127.0.0.1:8000/v1\n").unwrap()
}

mod reading {
    use super::*;

    #[test]
    fn the_smallest_documents_are_complete() {
        assert_eq!(
            read("name: rules\nprovider: rules\n").unwrap(),
            ExtractionConfig::rules()
        );
        let mini = mini();
        assert!(mini.faults().is_empty());
        assert_eq!(mini.json_mode, JsonMode::Schema);
        assert_eq!(
            mini.calls_url().unwrap(),
            "http://127.0.0.1:8000/v1/chat/completions"
        );
        assert_eq!(mini.lease_ms(), 90_000);
    }

    #[test]
    fn a_key_that_is_not_known_is_refused_by_name() {
        let error = read("name: a\nprovider: rules\ntemprature: 0\n").unwrap_err();
        assert!(error.to_string().contains("temprature"), "{error}");
    }

    #[test]
    fn an_absent_temperature_is_zero_and_a_null_one_is_not_sent() {
        assert_eq!(mini().temperature, Some(0.0));
        let null = read("name: a\nprovider: rules\ntemperature: null\n").unwrap();
        assert_eq!(null.temperature, None);
    }

    #[test]
    fn a_document_survives_being_written() {
        let yaml = serde_yaml_ng::to_string(&mini()).unwrap();
        assert!(yaml.contains("max-output-tokens: 1024"));
        assert_eq!(read(&yaml).unwrap(), mini());
    }
}

mod faults {
    use super::*;

    #[test]
    fn all_faults_are_told_at_once_by_key() {
        let config = ExtractionConfig {
            name: " ".into(),
            model: None,
            base_url: None,
            temperature: Some(3.0),
            max_attempts: 0,
            ..mini()
        };
        let keys: Vec<_> = config
            .faults()
            .iter()
            .map(|fault| fault.split(':').next().unwrap().to_owned())
            .collect();
        assert_eq!(
            keys,
            ["temperature", "max-attempts", "name", "model", "base-url"]
        );
    }

    #[test]
    fn not_a_number_is_no_temperature() {
        let config = ExtractionConfig {
            temperature: Some(f64::NAN),
            ..mini()
        };
        assert_eq!(config.faults().len(), 1);
    }

    #[test]
    fn an_address_with_secrets_or_another_scheme_is_refused() {
        for address in [
            "127.0.0.1:8000",
            "ftp://h/v1",
            "http://u:p@h/v1",
            "http://h/v1?key=1",
            "v1",
        ] {
            let config = ExtractionConfig {
                base_url: Some(address.into()),
                ..mini()
            };
            assert_eq!(config.faults().len(), 1, "{address}");
        }
    }

    #[test]
    fn a_pasted_key_is_refused_and_not_repeated() {
        let config = ExtractionConfig {
            api_key_env: Some("sk-abc123".into()),
            ..mini()
        };
        let faults = config.faults();
        assert_eq!(faults.len(), 1);
        assert!(!faults[0].contains("abc123"));
        let named = ExtractionConfig {
            api_key_env: Some("MODEL_KEY_2".into()),
            ..mini()
        };
        assert!(named.faults().is_empty());
    }

    #[test]
    fn rules_take_no_model() {
        let config = ExtractionConfig {
            model: Some("x".into()),
            ..ExtractionConfig::rules()
        };
        assert_eq!(config.faults(), ["model: provider rules takes none"]);
        assert!(ExtractionConfig::rules().faults().is_empty());
    }
}

mod versions {
    use super::*;

    /// DO NOT CHANGE: these versions lie in stored profiles.
    #[test]
    fn the_frozen_versions_stand() {
        let spoken = ExtractionConfig {
            prompt: Some("Fill in the record.".into()),
            max_parts: 1,
            ..mini()
        };
        assert_eq!(
            spoken.resolved(),
            r#"{"json-mode":"schema","max-input-chars":24000,"max-output-tokens":1024,"model":"gpt-4.1-mini","prompt":"Fill in the record.","prompt-format":1,"provider":"openai","temperature":0.0}"#
        );
        assert_eq!(
            spoken.config_version(),
            "94b6d26b8054d492539e4875c174044150910c8e92c7e3928cd12446e5b214f2"
        );
        let in_parts = ExtractionConfig {
            max_parts: 4,
            ..spoken
        };
        assert_eq!(
            in_parts.config_version(),
            "8b3784aae8bc771ea5a344fe62e18c923b496e10ca5ebf4b17016ba44a47b35a"
        );
        assert_eq!(
            ExtractionConfig::rules().config_version(),
            "e18f4abc62137a0100a5112bad1124fd2c1ab5cee49f9920e11e2fdc51d1c080"
        );
    }

    #[test]
    fn what_can_change_an_answer_changes_the_version() {
        let base = mini();
        let changes: [ExtractionConfig; 8] = [
            ExtractionConfig {
                model: Some("other".into()),
                ..base.clone()
            },
            ExtractionConfig {
                prompt: Some("Other words.".into()),
                ..base.clone()
            },
            ExtractionConfig {
                temperature: Some(0.2),
                ..base.clone()
            },
            ExtractionConfig {
                temperature: None,
                ..base.clone()
            },
            ExtractionConfig {
                max_output_tokens: 2048,
                ..base.clone()
            },
            ExtractionConfig {
                max_input_chars: 1,
                ..base.clone()
            },
            ExtractionConfig {
                max_parts: 2,
                ..base.clone()
            },
            ExtractionConfig {
                json_mode: JsonMode::Object,
                ..base.clone()
            },
        ];
        for changed in &changes {
            assert_ne!(
                changed.config_version(),
                base.config_version(),
                "{changed:?}"
            );
        }
    }

    #[test]
    fn what_only_changes_how_the_question_travels_does_not() {
        let base = mini();
        let moved = ExtractionConfig {
            name: "renamed".into(),
            base_url: Some("https://models.example/v1".into()),
            api_key_env: Some("KEY".into()),
            token_limit_name: TokenLimitName::MaxCompletionTokens,
            price_in_micros_per_1k: 400,
            price_out_micros_per_1k: 1600,
            timeout_ms: 5,
            max_attempts: 2,
            quarantine: Quarantine::Hold,
            drift_window: 99,
            ..base.clone()
        };
        assert_eq!(moved.config_version(), base.config_version());
    }

    #[test]
    fn a_default_spelled_out_is_the_same_version() {
        let spelled = ExtractionConfig {
            prompt: Some(DEFAULT_PROMPT.into()),
            temperature: Some(-0.0),
            ..mini()
        };
        assert_eq!(spelled.config_version(), mini().config_version());
    }
}

mod cascades {
    use super::*;
    use crate::extract::cascade::{Needs, WhenEmpty};

    const YAML: &str = "name: c\nprovider: cascade\nmodel: m\nbase-url: http://127.0.0.1:8000/v1\n\
                        cascade:\n  model-provider: openai\n";

    #[test]
    fn a_cascade_is_read_with_its_defaults() {
        let config = read(YAML).unwrap();
        assert!(config.faults().is_empty(), "{:?}", config.faults());
        let cascade = config.cascade.clone().unwrap();
        assert_eq!(
            (cascade.needs, cascade.when_empty),
            (Needs::Medium, WhenEmpty::Model)
        );
        let model = config.of_cascades_model().unwrap();
        assert_eq!(model.provider, Provider::Openai);
        assert!(model.calls_url().unwrap().ends_with("/chat/completions"));
    }

    #[test]
    fn its_version_covers_what_it_needs_of_the_rules() {
        let plain = read(YAML).unwrap().config_version();
        let model = mini();
        assert_ne!(plain, model.config_version());
        let high = read(&format!("{YAML}  needs: high\n")).unwrap();
        assert_ne!(high.config_version(), plain);
        let field = format!("{YAML}  fields: {{ summary: {{ needs: model }} }}\n");
        assert_ne!(read(&field).unwrap().config_version(), plain);
        // Spelled out or left out, it is the same cascade.
        let spelled =
            format!("{YAML}  needs: medium\n  fields: {{ summary: {{ needs: medium }} }}\n");
        assert_eq!(read(&spelled).unwrap().config_version(), plain);
    }

    #[test]
    fn what_would_have_no_effect_is_said() {
        let typo = read(&format!("{YAML}  fields: {{ sumary: {{ needs: low }} }}\n")).unwrap();
        assert_eq!(
            typo.faults(),
            ["cascade.fields.sumary: the rules have no such field"]
        );
        let without = read("name: c\nprovider: cascade\nmodel: m\n").unwrap();
        assert_eq!(without.faults(), ["cascade: provider cascade needs it"]);
        let beside = ExtractionConfig {
            cascade: read(YAML).unwrap().cascade,
            ..mini()
        };
        assert_eq!(beside.faults(), ["cascade: provider openai takes none"]);
        let no_model = ExtractionConfig {
            model: None,
            ..read(YAML).unwrap()
        };
        assert_eq!(no_model.faults(), ["model: provider openai needs one"]);
    }

    #[test]
    fn rates_are_limits_and_no_part_of_the_version() {
        let limited = ExtractionConfig {
            requests_per_minute: Some(60),
            tokens_per_minute: Some(90_000),
            ..mini()
        };
        assert!(limited.faults().is_empty());
        assert_eq!(limited.config_version(), mini().config_version());
        let none = ExtractionConfig {
            requests_per_minute: Some(0),
            ..mini()
        };
        assert_eq!(none.faults(), ["requests-per-minute: must be at least 1"]);
    }
}
