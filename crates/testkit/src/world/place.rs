//! Cities of the world, and what a job pays there.

use super::item::{City, Fixed, Language, Pay, PayInterval};
use super::text::ROLES;
use crate::random::Random;

macro_rules! cities {
    ($($country:literal $code:literal: $(($name:literal, $region:literal)),+;)+) => {
        &[$($(City { name: $name, region: $region, country: $country, country_code: $code },)+)+]
    };
}

/// At least five a country: a posting shows up to three and must be able to move to another.
const ABROAD: &[City] = cities! {
    "United States" "US": ("New York, New York", "New York"), ("Austin, Texas", "Texas"), ("Denver, Colorado", "Colorado"), ("Seattle, Washington", "Washington"), ("Chicago, Illinois", "Illinois");
    "Germany" "DE": ("Berlin", "Berlin"), ("Munich", "Bavaria"), ("Hamburg", "Hamburg"), ("Cologne", "North Rhine-Westphalia"), ("Leipzig", "Saxony");
    "United Kingdom" "GB": ("London", "England"), ("Leeds", "England"), ("Bristol", "England"), ("Edinburgh", "Scotland"), ("Cardiff", "Wales");
    "Canada" "CA": ("Toronto, Ontario", "Ontario"), ("Montréal, Québec", "Québec"), ("Vancouver, British Columbia", "British Columbia"), ("Calgary, Alberta", "Alberta"), ("Halifax, Nova Scotia", "Nova Scotia");
};

const CHINA: &[City] = cities! {
    "China" "CN": ("上海", "上海"), ("北京", "北京"), ("深圳", "广东"), ("杭州", "浙江"), ("成都", "四川"), ("武汉", "湖北"), ("西安", "陕西");
};

/// One to three cities of one country.
pub(crate) fn cities(language: Language, random: &mut Random) -> Vec<&'static City> {
    let pool = match language {
        Language::English => ABROAD,
        Language::Chinese => CHINA,
    };
    let country = pool[random.index(pool.len())].country;
    let local: Vec<&'static City> = pool.iter().filter(|city| city.country == country).collect();
    let count = match random.below(10) {
        0..=5 => 1,
        6..=8 => 2,
        _ => 3,
    };
    random.sample(&local, count)
}

/// All cities of the country that a city is in.
pub(crate) fn compatriots(city: &City) -> Vec<&'static City> {
    let all = ABROAD.iter().chain(CHINA);
    all.filter(|other| other.country == city.country).collect()
}

/// Pay as the country states it: by the month in China, by the year elsewhere.
pub(crate) fn pay(fixed: &Fixed, cities: &[&'static City], random: &mut Random) -> Pay {
    let base = ROLES[fixed.role].base_pay * random.between(70, 150) as u32 * 10;
    let country = cities.first().map_or("US", |city| city.country_code);
    let (currency, interval, per_mille, step) = match country {
        "DE" => ("EUR", PayInterval::Year, 620, 500),
        "GB" => ("GBP", PayInterval::Year, 560, 500),
        "CA" => ("CAD", PayInterval::Year, 1050, 500),
        "CN" => ("CNY", PayInterval::Month, 230, 500),
        _ => ("USD", PayInterval::Year, 1000, 500),
    };
    let min = base * per_mille / 1000 / step * step;
    let max = (min + min * random.between(12, 35) as u32 / 100) / step * step;
    Pay {
        min,
        max,
        currency,
        interval,
    }
}
