use super::language::Language;
use super::phrases::Phrases;

pub(super) static CHINESE: Language = Language {
    common: Phrases::new(""),
    first_person: Phrases::new("我, 我们, 咱们, 请, 帮我"),
    we: Phrases::new("我们, 咱们"),
    because: Phrases::new("因为, 因為, 由于, 由於, 原因是, 理由是, 毕竟"),
    so_that: Phrases::new("以免, 避免, 否则, 否則, 不然, 以便, 为了, 為了, 这样可以, 这样就, 这样才"),
    because_after: Phrases::new(""),
    not_because: Phrases::new(""),
    intent: Phrases::new(
        "应该, 應該, 我们用, 我们要, 我要, 我想, 我希望, 必须, 必須, 需要, 要用, 用, 不要, 别, 不能, 不用, 改用, 改成, 换成, 坚持, 统一, 优先, 请, 而不是, \
         总是, 每次, 始终, 永远不要, 禁止, 保持, 让我们",
    ),
    imperatives: Phrases::new(
        "用, 使用, 运行, 执行, 跑, 跑一下, 提交, 推送, 更新, 添加, 加上, 删除, 移除, 创建, 新建, 编写, 写, 修改, 改, 改用, 检查, 测试, 构建, 部署, 发布, \
         安装, 生成, 重新生成, 格式化, 合并, 保持, 打开, 关闭, 不要, 别, 禁止, 必须, 请, 总是, 始终, 确保, 记得, 先, 先运行, 避免, 统一",
    ),
    orders: Phrases::new(""),
    then: Phrases::new("然后, 然後, 接着, 接著, 之后再, 随后, 再, 最后, 最後, →, ->"),
    and: Phrases::new("并且, 并, 以及, 和"),
    first: Phrases::new("首先, 先, 第一步"),
    list_names: Phrases::new("步骤, todo, 任务, 计划, 改动, 笔记"),
    sequences: Phrases::new("步骤, 按这个顺序, 按顺序, 按以下, 流程"),
    goal: Phrases::new("为了, 要"),
    when: Phrases::new("每次, 每当, 当, 如果, 在"),
    when_after: Phrases::new("之前, 以前, 之后, 以后, 之後, 的时候, 的時候, 时，, 前，, 后，"),
    always: Phrases::new(
        "每次, 每当, 总是, 總是, 始终, 必须, 必須, 一定要, 永远, 绝对, 从现在起, 今后, 以后都, 禁止",
    ),
    must: Phrases::new("一定, 记得, 确保, 需要, 应该, 要, 请"),
    without: Phrases::new(""),
    without_after: Phrases::new("的情况下"),
    refusal_start: Phrases::new("不, 不对, 不對, 不是, 不行, 不要, 别, 停, 停下, 等等, 错了, 錯了, 又"),
    refusal: Phrases::new("不要, 别用, 别, 不能, 不应该, 不應該, 禁止, 而不是, 不是, 说了不要, 不用, 停止"),
    not_refusal: Phrases::new("是不是, 能不能, 不是很, 不能用吗, 不用谢, 特别, 分别, 区别"),
    acts: Phrases::new("我将, 我会, 我来, 我已, 我已经, 现在, 让我, 好的, 接下来, 已完成, 正在"),
    objection: Phrases::new("错了, 不对, 不對, 我说过, 你忘了, 又忘了"),
    redirect: Phrases::new("为什么你, 你为什么, 为什么不, 为什么用, 怎么又, 为什么要用, 为什么没有"),
    question: Phrases::new(
        "吗, 呢, 什么, 为什么, 怎么, 怎样, 如何, 哪, 是否, 能不能, 可以吗, 能否, 可不可以, 是不是",
    ),
    once: Phrases::new(
        "暂时, 暫時, 这次, 這次, 今天, 明天, 先这样, 这个分支, 这个pr, 这周, 下周, 今晚, 我的电脑, 按计划, 这个迭代, 这个冲刺, 本周, 这个文件, 这个函数, 这个测试",
    ),
    now: Phrases::new("目前"),
    passing: Phrases::new(
        "待会, 稍后, 周一, 周二, 周三, 周四, 周五, 可能, 看看, 继续, 正在运行, 已经在运行, 已经在跑, 已经启动",
    ),
    states: Phrases::new("挂了, 宕机"),
    limits: Phrases::new(
        "只是这次, 仅这次, 只在这个, 只针对这个, 以后再改回, 再换回, 改回来, 换回来, 开玩笑, 只是想看看, 只是个想法, 还没决定, 还没定",
    ),
    not_limits: Phrases::new("不是开玩笑, 没开玩笑, 不开玩笑"),
    here: Phrases::new(""),
    lasting: Phrases::new(""),
    stalls: Phrases::new("卡住, 卡死"),
    until: Phrases::new("直到, 等到"),
    days: Phrases::new(""),
    checks: Phrases::new("通过, 绿, 批准, 确认, 测试, ci"),
    past: Phrases::new(
        "以前我们, 以前用, 过去, 当时, 之前的项目, 上一个项目, 老项目, 去年, 曾经, 另一个项目, 别的项目, 其他项目",
    ),
    reported: Phrases::new("他说, 她说, 他们说, 有人说, 有人, 据说, 听说, 文章, 博客, 建议说, 群里, 同事说"),
    according: Phrases::new(""),
    sources: Phrases::new("readme, 文档, 检查器, 编译器, ci, 日志, 输出, 错误信息"),
    not_reported: Phrases::new("如果有人"),
    handed: Phrases::new("收到了这, 收到这, 收到的, 发来的, 发给我的, 留了这, 转发, 复制自, 这些评论"),
    texts: Phrases::new(
        "邮件, 反馈, 评论, 评审意见, 评审, 规格, 需求文档, 文章, 提示词, 的消息, pr描述, pr 描述",
    ),
    findings: Phrases::new("issue, 工单, 缺陷, 报错, 错误, 错误信息, 日志, 输出, 警告"),
    points: Phrases::new("这个, 这封, 这条, 这些, 这份, 这篇, 以下, 以下的, 下面的, 下面这"),
    below: Phrases::new("如下, 在下面, 见下, 见下文"),
    utters: Phrases::new("回答, 回复, 评论道, 回答说, 回复说"),
    sent_by: Phrases::new(""),
    presents: Phrases::new("这是, 以下是, 下面是"),
    works_on: Phrases::new("修复, 回复, 实现, 翻译, 总结, 解释, 查看, 看一下, 看看"),
    casts: Phrases::new("你是一名, 你是一个, 你是一位, 扮演"),
    roles: Phrases::new("工程师, 开发者, 评审, 助手, 代理, 专家, 架构师, 程序员"),
    tentative: Phrases::new(
        "也许, 或许, 要不, 试试, 试一下, 不确定, 我不认为, 我不觉得, 好奇, 假设, 如果是, 总有一天, 将来",
    ),
    aside: Phrases::new(
        "别担心, 不用担心, 没关系, 没事, 算了, 我的意思是, 我是说, 我想看, 按错, 哈哈, 总是报, 总是出现",
    ),
    agrees: Phrases::new("你说得对, 你是对的, 我错了, 说得对, 有道理"),
    errands: Phrases::new(
        "修复, 解释, 查看, 看一下, 看看, 写, 翻译, 总结, 删除, 重命名, 打开, 检查, 添加, 告诉我, 展示, 显示",
    ),
    others: Phrases::new("用户, 客户, 他们, 他, 她, 老板, 同事, 按钮, 应用, 页面"),
    that: Phrases::new("说"),
    labels: Phrases::new("注意, 规则, 重要, 提醒, 决定, 约定, 记住, 一般来说, 原则, 默认, 规范"),
    scopes: Phrases::new(
        "仓库, 项目, 前端, 后端, api, cli, 测试, 文档, ci, 迁移, 数据库, 命名, 依赖, 提交, 分支, 发布, 部署, 构建, 脚本",
    ),
    topics: Phrases::new("关于, 至于"),
    but: Phrases::new("但是, 但, 不过, 然而"),
    sets_aside: Phrases::new("忘掉我说的, 别管我说的, 别管我之前说的"),
    leaves: Phrases::new(
        "我们不再使用, 我们不再用, 不再使用, 不再用, 我们已经不用, 我们已经不使用, 我们弃用了, 我们放弃了, 我们停用了, 我们从",
    ),
    uses: Phrases::new(""),
    any_more: Phrases::new(""),
    finished: Phrases::new(""),
    is_left: Phrases::new(""),
    returns: Phrases::new("我们换回了, 我们换回, 我们又用回, 我们回到"),
    arrives: Phrases::new("我们换成了, 我们换成, 我们改用了, 我们改用, 我们现在用, 我们迁移到了"),
    left_for: Phrases::new("换成了, 换成, 迁移到, 改成了, 换到, 切换到, 转到"),
    drops: Phrases::new("忘掉, 忘记, 忽略, 取消, 废除"),
    lapses: Phrases::new("不再适用, 已经过时, 已失效, 作废了, 已经作废, 不再有效"),
    rules: Phrases::new("规则, 决定, 约定, 规定"),
    fillers: Phrases::new(
        "好的, 好, 嗯, 是的, 不, 不对, 不是, 那, 那么, 请, 麻烦, 谢谢, 另外, 还有, 我觉得, 我想, 以后, 今后, 首先, 先, 等等, 我改主意了, 改主意了, 计划有变, \
         计划变了",
    ),
    chooses: Phrases::new(
        "用, 使用, 我们用, 改用, 采用, 保持, 保留, 选, 选择, 改成, 换成, 换用, 统一用, 统一使用, 坚持, 优先用, 优先使用, 不要用, 别用, 不用, 避免, 禁止, 始终, \
         总是, 永远, 存, 放在, 回到, 换回, 改回",
    ),
    habits: Phrases::new(
        "我们不再用, 不再使用, 我们用, 我们使用, 我们选, 我们决定, 我决定, 决定用, 决定使用, 我们采用, 我们保持, 统一, 应该用, 必须用, 应该放在",
    ),
    places: Phrases::new("放在, 放到, 属于"),
    leads: Phrases::new("在, 这里, 对于, 当, 每次, 以后"),
    sets: Phrases::new("设为, 设置为, 设成, 必须是, 应该是"),
    choose: "使用{}",
    closers: Phrases::new("谢谢, 吧, 好吗"),
    refuse: "不要用{}",
    retracts: Phrases::new("等等不对, 不对等等, 再想想"),
    begins_anew: Phrases::new("算了, 还是, 不对, 等等"),
    excepts: Phrases::new("除了, 除非, 但在, 但是在"),
};
