"""Running text in English and Chinese for made pages: what is written is made up, never copied.

Deterministic for a given random.Random; must never read a clock, a file or the network.
"""

EN = {
    "who": """the ministry|the city council|the harbour authority|a group of researchers|the rail operator|the company|its chief engineer|the regional court|the water board|the union|the central bank|the school district|the museum|a start-up from the north|the grid operator|the airline|the farmers' cooperative|the audit office|the league|the hospital trust|the observatory|a panel of experts|the software foundation|the shipyard""".split("|"),
    "did": """announced|confirmed|postponed|reviewed|rejected|approved|published|questioned|withdrew|extended|measured|described|opened|financed|redesigned|tested|expanded|inspected|defended|closed""".split("|"),
    "what": """a plan for the old tram depot|the second phase of the bridge|new rules for short-term rentals|a survey of winter storms|the contract for thirty trains|its report on ground water|the draft budget|a pilot for night buses|the merger of two clinics|a method to recycle glass fibre|the timetable for spring|a store of battery cells|the sale of the northern pier|an index of food prices|the archive of letters|a telescope on the plateau|the safety audit|a line of repair kits|the open licence for maps|a vaccine for cattle""".split("|"),
    "when": """on Tuesday|last month|in the first quarter|after a long debate|within {n} days|before the summer break|late in the evening|for the third time since {y}|over the past {n} weeks|in spite of earlier doubts""".split("|"),
    "more": """officials said the costs would stay below {n} million|critics pointed to the missing figures for {y}|nearly {n} percent of the residents had asked for it|the first results are expected in {n} weeks|no decision has been taken on the remaining {n} sites|the work is to be finished by the end of {y}|a spokeswoman would not comment on the details|the numbers differ from those that were shown in {y}|several members asked for a second opinion|the delay is said to have cost {n} jobs""".split("|"),
    "lead": """According to people who know the matter, |At the same time, |In a letter to its members, |As in earlier years, |To the surprise of many, |Under the new agreement, |Until now, |In practice, |Meanwhile, |With a margin of {n} votes, """.split("|"),
    "quote": """"We have waited {n} years for this, and we will not wait longer," said {p}.|{p}, who led the inquiry, called the outcome "a fair compromise, but a late one".|"Nobody should expect {n} percent growth from this," {p} told reporters.|Asked about the risk, {p} answered that "the model has been tested since {y}".""".split("|"),
    "people": """Ada Lindqvist|Tomas Okafor|Mirela Castellan|Henrik Vaas|Joan Pereira|Lucy Arden|Samir Haddad|Petra Novak|Oluwaseun Bright|Greta Molnar""".split("|"),
    "noun": """Bridge|Harbour|Budget|Telescope|Tram|Water|Battery|Museum|Forest|Rail|Clinic|Archive|Market|Storm|Glass|Map""".split("|"),
    "head": """{a} plan moves ahead after {n} months of talks|Why the {a} question will not go away|{a} report finds gaps in oversight|Inside the long fight over the {a} fund|What the new {a} rules mean for residents|{a} operator cuts forecast for {y}""".split("|"),
    "item": """check the seal and the label of every unit|{n} hours of training before the first shift|experience with large data sets and careful records|a valid licence for class {n} vehicles|support for teams in {n} time zones|clear writing in two languages|keep the surface dry for {n} minutes|daily contact with suppliers|budget responsibility up to {n} thousand|knowledge of the safety code of {y}""".split("|"),
    "menu": """Home|World|Politics|Business|Technology|Science|Health|Sports|Culture|Opinion|Weather|Travel|Style|Podcasts|Video|Local news|Elections|Markets|Energy|Climate|Education|Books|Music|Film|Food|Gardening|Motoring|Property|Careers|Archive|Help centre|Contact us|About us|Newsletters|Subscriptions""".split("|"),
    "short": """Great piece, thanks for writing it.|I was there last week and it looked quite different, to be honest.|Does anybody know whether the {n} bus still stops there?|Totally disagree, the figures for {y} say the opposite.|First!|My uncle worked on this for {n} years and he would not believe it.|Can you add a source for the second paragraph?""".split("|"),
}

ZH = {
    "who": """市政府|港务局|研究团队|铁路公司|该公司|总工程师|地方法院|水务部门|行业协会|中央银行|教育局|省博物馆|一家初创企业|电网运营商|航空公司|农业合作社|审计机关|联赛组委会|中心医院|天文台|专家小组|软件基金会|造船厂|证券交易所""".split("|"),
    "did": """宣布了|确认了|推迟了|审议了|否决了|批准了|发布了|质疑了|撤回了|延长了|测算了|介绍了|启动了|资助了|重新设计了|测试了|扩大了|检查了|说明了|关闭了""".split("|"),
    "what": """旧车辆段改造方案|大桥二期工程|短租住房新规|冬季风暴调查|三十列列车采购合同|地下水监测报告|年度预算草案|夜间公交试点|两家医院的合并计划|玻璃纤维回收方法|春季运行时刻表|储能电池项目|北码头出让事项|食品价格指数|书信档案整理工作|高原望远镜项目|安全审计结果|维修套件产品线|地图开放许可|牲畜疫苗研究""".split("|"),
    "when": """本周二|上个月|今年一季度|经过长时间讨论后|在{n}天之内|暑期之前|当晚|自{y}年以来第三次|过去{n}周里|尽管此前存在疑虑""".split("|"),
    "more": """有关负责人表示，成本将控制在{n}亿元以内|有观点认为{y}年的数据并不完整|约{n}%的居民提出了这一要求|首批结果预计在{n}周后公布|其余{n}处地点尚未作出决定|全部工作将于{y}年底前完成|发言人没有就细节作出回应|这一数字与{y}年公布的结果有所不同|多名委员要求进行二次评估|据估算，延期造成了{n}个岗位的流失""".split("|"),
    "lead": """据知情人士透露，|与此同时，|在致会员的信中，|与往年一样，|出乎许多人意料，|根据新的协议，|截至目前，|在实际操作中，|另一方面，|以{n}票的优势，""".split("|"),
    "quote": """“我们为此等待了{n}年，不会再等下去了。”{p}说。|负责调查的{p}称，这是“一个公平但迟到的折中方案”。|“不应指望由此带来{n}%的增长。”{p}对记者表示。|谈到风险时，{p}回应说，“该模型自{y}年起就已经过检验”。""".split("|"),
    "people": """林安达|陈启明|周沐阳|何嘉言|吴子衡|郑晓岚|孙若水|钱思远|冯一诺|卫长青""".split("|"),
    "noun": """大桥|港口|预算|望远镜|电车|水务|电池|博物馆|林业|铁路|医院|档案|市场|风暴|玻璃|地图""".split("|"),
    "head": """{a}方案历经{n}个月磋商后取得进展|{a}问题为何迟迟未解|{a}报告指出监管存在漏洞|围绕{a}基金的长期争论|{a}新规对居民意味着什么|{a}运营方下调{y}年预期""".split("|"),
    "item": """检查每件产品的封条和标签|上岗前完成{n}小时培训|有处理大规模数据和严谨记录的经验|持有{n}类车辆有效驾照|支持{n}个时区的团队|具备良好的双语写作能力|保持表面干燥{n}分钟|每日与供应商保持沟通|负责{n}万元以内的预算|熟悉{y}年版安全规范""".split("|"),
    "menu": """首页|国际|时政|财经|科技|科学|健康|体育|文化|评论|天气|旅游|时尚|播客|视频|本地新闻|选举|股市|能源|气候|教育|读书|音乐|电影|美食|园艺|汽车|房产|招聘|历史资料|帮助中心|联系我们|关于我们|邮件订阅|会员服务""".split("|"),
    "short": """写得很好，感谢分享。|上周我刚去过，说实话和文中差别很大。|有人知道{n}路公交还停那里吗？|完全不同意，{y}年的数据恰恰相反。|沙发！|我叔叔在那里干了{n}年，他肯定不信。|第二段能补充一下来源吗？""".split("|"),
}


class Prose:
    """Sentences, paragraphs and headlines of one page."""

    def __init__(self, rng, lang):
        self.rng, self.lang = rng, lang
        self.words = ZH if lang == "zh" else EN

    def pick(self, key):
        text = self.rng.choice(self.words[key])
        text = text.replace("{n}", str(self.rng.randint(2, 97)))
        text = text.replace("{y}", str(self.rng.randint(2009, 2026)))
        text = text.replace("{a}", self.rng.choice(self.words["noun"]))
        return text.replace("{p}", self.rng.choice(self.words["people"]))

    def headline(self):
        return self.pick("head")

    def person(self):
        return self.rng.choice(self.words["people"])

    def sentence(self):
        kind = self.rng.random()
        if kind < 0.15:
            return self.pick("quote")
        lead = self.pick("lead") if kind < 0.5 else ""
        parts = [self.pick(key) for key in ("who", "when", "did", "what")]
        if self.lang == "zh":
            who, when, did, what = parts
            tail = "，" + self.pick("more") if kind > 0.3 else ""
            return f"{lead}{who}{when}{did}{what}{tail}。"
        who, when, did, what = parts
        if not lead:
            who = who[0].upper() + who[1:]
        tail = ", and " + self.pick("more") if kind > 0.3 else ""
        return f"{lead}{who} {did} {what} {when}{tail}."

    def paragraph(self, sentences=None):
        count = sentences or self.rng.randint(2, 5)
        joint = "" if self.lang == "zh" else " "
        return joint.join(self.sentence() for _ in range(count))

    def paragraphs(self, low, high):
        return [self.paragraph() for _ in range(self.rng.randint(low, high))]

    def items(self, low, high):
        texts = [self.pick("item") for _ in range(self.rng.randint(low, high))]
        return [text[0].upper() + text[1:] for text in dict.fromkeys(texts)]
