//! A record of `extract.requests`, checked. What is paid for must be what its hash says: a request
//! whose text is not the content of its key would store one content's profile under another.

use std::collections::HashMap;
use std::sync::Arc;

use readonce_core::canonical::content_hash;
use readonce_core::extract::contract::Contract;
use readonce_core::item::Kind;
use readonce_model::reason::Code;
use readonce_model::record::ExtractRequest;
use readonce_model::{ContractId, Reason, request_key};
use readonce_plumbing::Halt;

/// The contracts that answers can be asked under.
pub type Contracts = HashMap<ContractId, Arc<Contract>>;

/// The contract of a request that was checked.
pub fn contract_of<'a>(
    contracts: &'a Contracts,
    request: &ExtractRequest,
) -> Result<&'a Contract, Halt> {
    let contract = contracts.get(&request.contract).map(Arc::as_ref);
    contract.ok_or_else(|| {
        Halt::Internal(format!(
            "contract {} is not known to this version",
            request.contract
        ))
    })
}

/// The key as text; a request without one belongs nowhere.
pub fn key(key: Option<&[u8]>) -> Result<&str, Reason> {
    let key = key.filter(|key| !key.is_empty());
    let key = key.ok_or_else(|| Reason::new(Code::NullKey, "a request needs its key"))?;
    std::str::from_utf8(key).map_err(|_| Reason::new(Code::Inconsistent, "the key is not UTF-8"))
}

/// Whether a request may be worked on.
pub fn check(key: &str, request: &ExtractRequest, contracts: &Contracts) -> Result<(), Reason> {
    let refuse = |words: String| Err(Reason::new(Code::Inconsistent, words));
    let (hash, contract) = (request.content_hash, &request.contract);
    if key != request_key(&hash, contract) {
        return refuse(format!("the key is not {hash}:{contract}"));
    }
    if Kind::of(&request.kind).is_none() {
        return refuse(format!("'{}' is no kind of item", request.kind));
    }
    let found = content_hash(&request.title, &request.text);
    if found != hash {
        return refuse(format!("the content has the hash {found}, not {hash}"));
    }
    if !contracts.contains_key(contract) {
        let words = format!("contract {contract} is not known to this version");
        return Err(Reason::new(Code::UnknownContract, words));
    }
    Ok(())
}

#[cfg(test)]
pub mod tests {
    use super::*;

    /// A request whose hash is that of its content.
    pub fn sound(title: &str) -> ExtractRequest {
        let text = include_str!("../../../schemas/extract.requests/examples/typical.json");
        let example: ExtractRequest = serde_json::from_str(text).unwrap();
        let title = title.to_owned();
        ExtractRequest {
            content_hash: content_hash(&title, &example.text),
            title,
            ..example
        }
    }

    fn contracts() -> Contracts {
        let id: ContractId = "job@1".parse().unwrap();
        let contract = Contract::built_in(&id).unwrap();
        [(id, Arc::new(contract))].into()
    }

    fn code_of(key: &str, request: &ExtractRequest) -> Option<Code> {
        check(key, request, &contracts())
            .err()
            .map(|reason| reason.code)
    }

    fn key_of(request: &ExtractRequest) -> String {
        request_key(&request.content_hash, &request.contract)
    }

    #[test]
    fn a_sound_request_passes() {
        let request = sound("Engineer");
        assert_eq!(code_of(&key_of(&request), &request), None);
    }

    #[test]
    fn a_request_under_the_key_of_another_content_is_refused() {
        let key = key_of(&sound("Engineer"));
        assert_eq!(code_of(&key, &sound("Cook")), Some(Code::Inconsistent));
    }

    #[test]
    fn a_text_that_is_not_the_content_of_its_hash_is_refused() {
        let mut request = sound("Engineer");
        request.text.push('!');
        assert_eq!(
            code_of(&key_of(&request), &request),
            Some(Code::Inconsistent)
        );
    }

    #[test]
    fn a_kind_that_no_item_has_is_refused() {
        let mut request = sound("Engineer");
        request.kind = "advert".to_owned();
        assert_eq!(
            code_of(&key_of(&request), &request),
            Some(Code::Inconsistent)
        );
    }

    #[test]
    fn a_contract_that_nobody_knows_is_named() {
        let mut request = sound("Engineer");
        request.contract = "job@9".parse().unwrap();
        assert_eq!(
            code_of(&key_of(&request), &request),
            Some(Code::UnknownContract)
        );
    }

    #[test]
    fn a_record_without_a_readable_key_is_refused() {
        assert_eq!(key(None).unwrap_err().code, Code::NullKey);
        assert_eq!(key(Some(b"")).unwrap_err().code, Code::NullKey);
        assert_eq!(key(Some(&[0xFF])).unwrap_err().code, Code::Inconsistent);
    }
}
