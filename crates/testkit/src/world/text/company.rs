//! Employers of the world. All invented; likeness to real firms is accidental.

pub(crate) struct Company {
    pub(crate) name: &'static str,
    pub(crate) name_zh: &'static str,
    pub(crate) slug: &'static str,
    /// Ends the sentence "<name> ...".
    pub(crate) does: &'static str,
    pub(crate) does_zh: &'static str,
}

pub(crate) const COMPANIES: &[Company] = &[
    Company {
        name: "Harborline",
        name_zh: "港线科技",
        slug: "harborline",
        does: "plans berths, cranes and container moves for 140 ports and the shippers who depend on them",
        does_zh: "为140个港口提供泊位、岸桥与集装箱调度的智能规划服务",
    },
    Company {
        name: "Brightmeadow Energy",
        name_zh: "明原能源",
        slug: "brightmeadow",
        does: "balances solar, wind and battery storage for regional grids, minute by minute",
        does_zh: "为区域电网实时调度光伏、风电与储能资源",
    },
    Company {
        name: "Tallymark Payments",
        name_zh: "数签支付",
        slug: "tallymark",
        does: "moves payouts for marketplaces in 31 countries and reconciles every cent of them",
        does_zh: "为31个国家的电商平台提供收单、分账与对账服务",
    },
    Company {
        name: "Northlamp Health",
        name_zh: "北灯医疗",
        slug: "northlamp",
        does: "gives 600 clinics one calendar, one imaging archive and far fewer phone calls",
        does_zh: "为600家诊所提供预约、影像归档与随访管理系统",
    },
    Company {
        name: "Quillstone",
        name_zh: "石笔文档",
        slug: "quillstone",
        does: "reads contracts with its customers' lawyers and remembers what was agreed",
        does_zh: "帮助企业法务审阅合同并追踪每一项约定",
    },
    Company {
        name: "Kitefield Games",
        name_zh: "鸢野游戏",
        slug: "kitefield",
        does: "makes two online worlds that 4 million people visit every month",
        does_zh: "运营两款月活跃用户超过400万的在线游戏",
    },
    Company {
        name: "Orrery Maps",
        name_zh: "星轨地图",
        slug: "orrery",
        does: "turns satellite passes and street surveys into maps that are never older than a week",
        does_zh: "利用卫星影像与实地采集制作每周更新的高精地图",
    },
    Company {
        name: "Loamworks",
        name_zh: "沃土农业",
        slug: "loamworks",
        does: "measures soil and water on 9,000 farms and tells growers what the field needs today",
        does_zh: "在9000座农场监测土壤与水分，为种植者提供每日决策建议",
    },
    Company {
        name: "Penrose Freight",
        name_zh: "彭罗斯物流",
        slug: "penrose-freight",
        does: "fills empty truck kilometres by matching return loads across 18 countries",
        does_zh: "通过返程货源匹配降低跨国公路运输的空驶率",
    },
    Company {
        name: "Cinderbank",
        name_zh: "余烬金融",
        slug: "cinderbank",
        does: "runs the ledger under 40 savings banks and closes their books every night",
        does_zh: "为40家储蓄银行提供核心账务系统，每晚准时日终",
    },
    Company {
        name: "Wrenhall Learning",
        name_zh: "雀舍教育",
        slug: "wrenhall",
        does: "helps two million pupils practise mathematics at their own pace",
        does_zh: "帮助200万名学生按照自己的节奏练习数学",
    },
    Company {
        name: "Fathomic",
        name_zh: "深测海洋",
        slug: "fathomic",
        does: "listens to cables, pipelines and whales through 70,000 kilometres of sea-floor fibre",
        does_zh: "借助7万公里海底光纤监测电缆、管道与海洋生物",
    },
];
