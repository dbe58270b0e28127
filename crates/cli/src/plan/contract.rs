//! Current contents under another contract.

use readonce_model::ContractId;
use readonce_model::record::ExtractRequest;
use serde_json::{Value, json};

use super::forecast::{Forecast, Weigher};
use super::{Report, contract_called, shown};
use crate::store::Contents;

pub async fn plan(
    weigher: Weigher<'_>,
    id: &ContractId,
    source: Option<&str>,
) -> anyhow::Result<Report<Value>> {
    let contract = contract_called(id)?;
    let mut contents = Contents::new(id, source);
    let all = contents.count(weigher.store).await?;
    let mut forecast = Forecast::default();
    loop {
        let page = contents.next(weigher.store).await?;
        if page.is_empty() {
            break;
        }
        let requests = page.iter().map(|content| content.request(id, 0));
        let requests: Vec<ExtractRequest> = requests.collect::<Result<_, _>>()?;
        forecast.and(weigher.weigh(&contract, &requests).await?);
    }
    forecast.contents = all;
    forecast.known = all - forecast.lifted - forecast.new;
    let of = source.map_or_else(|| "all sources".to_owned(), str::to_owned);
    Ok(Report {
        change: format!("current contents under {id}"),
        config: shown(&weigher.config),
        details: json!({ "contract": id, "source": of }),
        why: why(&forecast, id),
        forecast,
    })
}

fn why(forecast: &Forecast, id: &ContractId) -> String {
    match (forecast.new, forecast.lifted) {
        (0, 0) => format!("every current content has its profile under {id}"),
        _ => format!(
            "contents are extracted under {id} when they change, or when 'readonce backfill \
             --contract {id}' asks for them; until then the earlier profile is served"
        ),
    }
}
