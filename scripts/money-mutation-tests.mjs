/**
 * Every lock, version, state, amount and key that the money rests on, outside of domain/.
 * run-money-mutation-tests.mjs takes them away. `text` stands once in its file; with `instead` in its place (nothing,
 * where none is named) the test whose name holds `title` has to fail.
 */
const change = 'server/modules/orders/change-order.test.ts'
const converting = 'server/modules/checkout/convert-cart.test.ts'
const placingAsRead = 'server/modules/checkout/placement/place-order.test.ts'
const carts = 'server/modules/cart/cart.shop-routes.test.ts'
const choosing = 'server/modules/orders/replacements/answer-replacement.test.ts'
const feeding = 'server/modules/fulfilment/warehouse/warehouse-events.timer.test.ts'
const fulfilling = 'server/modules/fulfilment/fulfilment.jobs.test.ts'
const holding = 'server/modules/payments/start-payment.test.ts'
const asking = 'server/modules/payments/poll-provider.test.ts'
const blocked = 'server/modules/payments/blocked-order.test.ts'
const months = 'server/modules/finance/periods/closed-months.test.ts'
const ending = 'server/modules/vouchers/expiry/expire-vouchers.timer.test.ts'
const leaving = 'server/modules/vouchers/code-export/export-codes.test.ts'
const importing = 'server/modules/catalog/imports/import-undo.staff-routes.test.ts'
const givingPoints = 'server/modules/approvals/approval.staff-routes.test.ts'
const paidOut = 'server/modules/payments/fetch-settlements.test.ts'
const silentMail = 'server/modules/mail/delivery/mail-server-outage.test.ts'
const leaderChange = 'server/platform/db/failover.test.ts'
const lettingGo = 'server/modules/cart/release-hold.test.ts'
const moneyBack = 'server/modules/payments/refunds-and-chargebacks.test.ts'
const orders = 'server/modules/orders/order.shop-routes.test.ts'
const reopening = 'server/modules/orders/restore-cart-from-order.test.ts'
const stopping = 'server/modules/orders/lines/stop-fulfilment.test.ts'
const settling = 'server/modules/payments/reconcile-payment.test.ts'
const undoing = 'server/modules/orders/cancel-order.test.ts'
const task = 'server/modules/tasks/task.staff-routes.test.ts'
const crediting = 'server/modules/refunds/credit.staff-routes.test.ts'
const creditLimits = 'server/modules/refunds/credit-limits.test.ts'
const creditRefunds = 'server/modules/refunds/credit-refunds.test.ts'
const inTheBackoffice = 'server/modules/orders/staff/order-address.staff-routes.test.ts'
const books = 'server/modules/finance/accounting-month.staff-routes.test.ts'
const withdrawn = 'server/modules/refunds/credit-withdrawals.timer.test.ts'
const withdrawing = 'server/modules/refunds/withdraw-order.test.ts'

const actingOrders = 'server/modules/support/impersonation/approve-impersonated-order.test.ts'
const employerLimit = 'server/modules/employers/voucher-limit.test.ts'

const findCart = "(await import('#server/modules/cart/cart.sql.ts')).findCart"

const of = (file, some) => some.map((guard) => ({ file, instead: '', ...guard }))

export const guards = [
  ...of('server/modules/staff/staff-points-limit.sql.ts', [
    {
      why: 'of orders at once by one colleague each sees the others under the limit (S26)',
      text: 'await sql`select pg_advisory_xact_lock(hashtextextended(${`limits of colleague ${staffId}`}, 0))`',
      test: actingOrders,
      title: 'lets eight orders at once for eight holders not pass under the limit together',
    },
  ]),
  ...of('server/modules/checkout/order-approval.ts', [
    {
      why: 'an order above the limit of the colleague waits (S26)',
      text: 'if (points <= left) return undefined',
      instead: 'if (points > 0) return undefined',
      test: actingOrders,
      title: 'lets an order above the limit of the colleague wait',
    },
  ]),
  ...of('server/modules/vouchers/code-export/code-approval.ts', [
    {
      why: 'codes above the limit leave only after approval (C10)',
      text: 'if (permit === undefined && points > (await codePointsLeft(sql, staffId, now)))',
      instead: 'if (points < 0)',
      test: 'server/modules/vouchers/code-export/code-approval.staff-routes.test.ts',
      title: 'lets codes of more than 25,000 points leave as a file only',
    },
  ]),
  ...of('server/modules/employers/voucher-limit.ts', [
    {
      why: 'additions of one employer at once see each other under the limit (S26)',
      text: 'await sql`select pg_advisory_xact_lock(hashtextextended(${`limits of employer ${employerId}`}, 0))`',
      test: employerLimit,
      title: 'holds what all users of one employer add',
    },
    {
      why: 'an employer grows a batch to no more than a colleague gives alone (S26)',
      text: 'if (pointsOf(batch) + batch.points > MOST_BATCH_POINTS_ALONE)',
      instead: 'if (batch.points < 0)',
      test: employerLimit,
      title: 'lets an employer add to a batch up to what the back office gives',
    },
  ]),
  ...of('server/modules/approvals/approval-rules.ts', [
    {
      why: 'an owner creates no approver of their own (S4)',
      text: 'own || (invitedAt !== undefined && Date.parse(invitedAt) > askedAt.getTime() - NEW_COLLEAGUE_MS)',
      instead: 'own',
      test: 'server/modules/approvals/approval-rules.test.ts',
      title: 'counts what a colleague asks within 7 days of an invitation',
    },
  ]),
  ...of('server/modules/checkout/placement/place-order.ts', [
    {
      why: 'stock is locked before a card payment reserves units (B42)',
      text: ' order by sku for update of stock`',
      instead: ' order by sku`',
      test: holding,
      title: 'sets the last piece aside for one of eight who pay by card',
    },
    {
      why: 'pieces that are set aside for this cart are its own',
      text: 'on_hand - reserved + coalesce((',
      instead: 'on_hand - reserved + 0 * coalesce((',
      test: holding,
      title: 'lets a payment go that the provider refuses to make',
    },
  ]),
  ...of('server/modules/checkout/placement/ready-to-order.ts', [
    {
      why: 'rules A, B and C and the stock levels are checked',
      text: 'if (first) {',
      instead: 'if (first?.code === "") {',
      test: converting,
      title: 'rules A, B and C at the order (CART-4)',
    },
    {
      why: 'someone has to receive it',
      text: "if (!cart.person) return refuse('personal-data-missing')",
      test: converting,
      title: 'is refused without a name',
    },
    {
      why: 'it has to be brought somewhere',
      text: "return problem ? refuse('delivery-missing') : undefined",
      test: converting,
      title: 'is refused without a name',
    },
  ]),
  ...of('server/modules/checkout/placement/voucher-still-valid.ts', [
    {
      why: 'a blocked voucher orders nothing',
      text: '!row || row.blocked',
      instead: '!row',
      test: converting,
      title: 'is refused once the voucher has ended or was blocked',
    },
    {
      why: 'a voucher that has ended orders nothing',
      text: "return row.ended ? refuse('voucher-expired') : undefined",
      test: converting,
      title: 'is refused once the voucher has ended or was blocked',
    },
  ]),
  ...of('server/modules/checkout/convert-cart.ts', [
    {
      why: 'euros due are refused where points alone pay',
      text: "if (dueCents(orderPoints(cart.lines), cart.available) > 0) return refuse('not-paid')",
      test: converting,
      title: 'is refused with FC when something is due',
    },
    {
      why: 'the voucher is asked',
      text: 'if (ended) return ended',
      test: converting,
      title: 'is refused once the voucher has ended or was blocked',
    },
    {
      why: 'the rules are asked',
      text: 'if (wrong) return wrong',
      test: converting,
      title: 'reads price and offer again',
    },
    {
      why: 'a payment that was begun is let go',
      text: 'await releaseHold(shop, sql, cart)',
      test: converting,
      title: 'lets a payment go that was begun for it',
    },
    {
      why: 'one cart is one order',
      text: "const before = await orderBefore(sql, cart, guid, 'FC')",
      instead: 'const before = undefined',
      test: converting,
      title: 'comes out once, however often it is asked for',
    },
    {
      why: 'stock is locked before the last unit is sold',
      text: '{ shelves: true }',
      instead: '{ shelves: false }',
      test: placingAsRead,
      title: 'sells the last pieces once to eight',
    },
    {
      why: 'the rules are asked of a cart that is placed as it was read',
      text: 'if (notReady(read, model, shop.config.GIFTPOINT_RULE_C_CHANNEL)) return undefined',
      test: converting,
      title: 'A: all points must be used',
    },
    {
      why: 'euros due are not erased where a cart is placed as it was read',
      text: 'if (dueCents(orderPoints(read.lines), read.available) > 0) return undefined',
      test: converting,
      title: 'is refused with FC when something is due',
    },
    {
      why: 'a cart with a payment is looked at under its locks',
      text: ' || read.payment',
      test: converting,
      title: 'lets a payment go that was begun for it',
    },
    {
      why: 'a cart that was ordered is answered with its order',
      text: "read.state !== 'open' || ",
      test: converting,
      title: 'comes out once, however often it is asked for',
    },
    {
      why: 'the limits of a colleague are asked',
      text: 'if (whoActs() !== undefined) return undefined',
      test: actingOrders,
      title: 'lets an order above the limit of the colleague wait',
    },
    {
      why: 'a cart that was touched is not the order before',
      text: 'askedFor !== null || cart.version > 1 ||',
      instead: 'askedFor !== null ||',
      test: converting,
      title: 'applies to the next cart once someone has changed it',
    },
    {
      why: 'a cart that was named is not the order before',
      text: 'askedFor !== null || cart.version > 1 ||',
      instead: 'cart.version > 1 ||',
      test: converting,
      title: 'applies to the next cart once someone has changed it',
    },
    {
      why: 'an order that was undone is not asked for again',
      text: "!latest || latest.state === 'cancelled'",
      instead: '!latest',
      test: converting,
      title: 'does not return an order that was undone',
    },
    {
      why: 'an order paid in another way is not asked for again',
      text: "return latest.cents_paid > 0 === (method === 'MOL') ? latest.number : undefined",
      instead: 'return latest.number',
      test: converting,
      title: 'answers the order that the webhook made',
    },
    {
      why: 'money that went back is told of',
      text: "if ([...payments, ...heard].some(({ outcome }) => outcome === 'refunded'))",
      instead: 'if (payments.length < 0)',
      test: converting,
      title: 'reports that money is refunded',
    },
  ]),
  ...of('server/modules/payments/start-payment.ts', [
    {
      why: 'the cart is locked before a payment begins',
      text: 'const cart = await lockCart(sql, ask.voucherId, ask.guid)',
      instead: `const cart = await ${findCart}(sql, ask.voucherId, ask.guid)`,
      test: settling,
      title: 'is one, however often it is asked for',
    },
    {
      why: 'an ordered cart is not paid again',
      text: "if (cart.state === 'ordered') return refuse('cart-ordered')",
      test: holding,
      title: 'is begun for nothing that cannot be paid any more',
    },
    {
      why: 'the voucher is asked',
      text: 'if (expired) return expired',
      test: holding,
      title: 'is begun for nothing that cannot be paid any more',
    },
    {
      why: 'the rules are asked',
      text: 'if (wrong) return wrong',
      test: converting,
      title: 'C: on channel 1014 at most two points more',
    },
    {
      why: 'nothing is asked by card where nothing is due',
      text: "if (cents === 0) return refuse('nothing-to-pay')",
      test: holding,
      title: 'is begun for nothing that cannot be paid any more',
    },
    {
      why: 'the amount is the one that is due',
      text: "if (centsFromEuros(ask.amount) !== cents) return refuse('amount-differs', { field: 'amount' })",
      test: settling,
      title: 'asks exactly five euros a point',
    },
    {
      why: 'a payment of another amount is not handed out again',
      text: 'before.cents === cents &&',
      test: holding,
      title: 'starts a new payment if a different amount is due',
    },
    {
      why: 'a payment whose time is over is not handed out again',
      text: '&&\n    payment.expires_at > shop.ports.clock.now()',
      test: holding,
      title: 'leaves a payment alone that took the place of a refused one',
    },
    {
      why: 'the payment before is let go',
      text: 'if (before) await releaseHoldOf(shop, sql, before)',
      test: holding,
      title: 'leaves a payment alone that took the place of a refused one',
    },
    {
      why: 'the points are set aside',
      text: '    points: pointsPaid(total, cart.available),',
      instead: '    points: 0,',
      test: settling,
      title: 'sets points and pieces aside while it is open',
    },
    {
      why: 'the pieces are set aside',
      text: 'if (rows.length > 0) await sql`insert into stock_reservation ${sql(rows)}`',
      test: settling,
      title: 'sets points and pieces aside while it is open',
    },
    {
      why: 'what the provider refused holds nothing',
      text: 'if (error instanceof ServiceRefused) await giveUp(shop, payment)',
      test: holding,
      title: 'lets a payment go that the provider refuses to make',
    },
    {
      why: 'another payment is not given up in its place',
      text: 'held?.key === key && held.id === null',
      instead: 'held',
      test: holding,
      title: 'leaves a payment alone that took the place of a refused one',
    },
    {
      why: 'a payment that was let go while the provider answered is cancelled there',
      text: "if (noted?.outcome === 'released') {",
      instead: "if (noted?.outcome === 'never') {",
      test: holding,
      title: 'is cancelled over there when the cart moved on before it had a name',
    },
  ]),
  ...of('server/modules/payments/reconcile-payment.ts', [
    {
      why: 'balance and cart are locked before a payment moves',
      text: 'const cart = await lockCart(sql, before.voucher_id, before.cart_guid)',
      instead: `const cart = await ${findCart}(sql, before.voucher_id, before.cart_guid)`,
      test: settling,
      title: 'while it is being changed waits for that, and goes back',
    },
    {
      why: 'late money does not push another payment aside',
      text: 'heldByAnother: cart.payment !== null && cart.payment.key !== key',
      instead: 'heldByAnother: false',
      test: settling,
      title: 'late, while another payment is open for the same cart, goes back',
    },
    {
      why: 'late money is held to the rules (B42)',
      text: 'if (notReady(cart, model, config.GIFTPOINT_RULE_C_CHANNEL)) return undefined',
      test: settling,
      title: 'is refunded if it is late and nobody could place the order now',
    },
    {
      why: 'late money is all that is due',
      text: 'return due === payment.cents ? { cart, model } : undefined',
      instead: 'return { cart, model }',
      test: settling,
      title: 'late, when another amount is due by now, goes back',
    },
    {
      why: 'what the database refuses for good gives the money back',
      text: "shop.log.error({ err: error, payment: order.payment.key }, 'order of a paid cart failed')",
      instead: 'throw error',
      test: blocked,
      title: 'goes back when the database itself will not have the order',
    },
    {
      why: 'money that goes back leaves no points set aside',
      text: "if (payment.outcome === 'held') await releaseHoldOf(shop, sql, payment)",
      test: blocked,
      title: 'goes back when there is no way to the holder any more',
    },
    {
      why: 'money without an order is given back',
      text: 'await returnWhatIsOwed(shop, sql, after, reported)',
      test: settling,
      title: 'goes back, once, and both are on record',
    },
    {
      why: 'a payment that ended gives back what it held',
      text: 'if (step.releaseHold) await releaseHoldOf(shop, sql, payment)',
      test: settling,
      title: 'sets points and pieces aside while it is open',
    },
    {
      why: 'the other payments of an ordered cart are closed at the provider',
      text: 'if (late) await cancelOtherPayments(shop, sql, payment)',
      test: settling,
      title: 'closes what else was begun for the cart',
    },
    {
      why: 'a notification that came meanwhile is not erased',
      text: '      : payment.next_poll_at\n',
      instead: '      : null\n',
      test: asking,
      title: 'is polled again if a notification came while a poll was in progress',
    },
    {
      why: 'what has ended is not asked about',
      text: "return outcome === 'released' && state !== 'creating' && isFinal(state) && state !== 'paid'",
      instead: 'return state === outcome',
      test: asking,
      title: 'is not asked about a payment that has ended',
    },
  ]),
  ...of('server/modules/payments/refunds-and-chargebacks.ts', [
    {
      why: 'stray money goes back once (B42)',
      text: 'if (!row || row.asked) return',
      instead: 'if (!row) return',
      test: moneyBack,
      title: 'that came to nothing is made again by nobody twice',
    },
    {
      why: 'what has gone back already is not given again',
      text: 'Math.min(payment.cents, reported.cents) - Math.max(row.returned, returnedCents(reported))',
      instead: 'Math.min(payment.cents, reported.cents)',
      test: moneyBack,
      title: 'was given back at the provider before, in part',
    },
    {
      why: 'a chargeback that was reversed is owed again',
      text: 'reported.chargebacks.filter(({ reversedAt }) => reversedAt === null)',
      instead: 'reported.chargebacks',
      test: moneyBack,
      title: 'was taken by the bank before',
    },
    {
      why: 'a chargeback heard twice is one',
      text: 'on conflict (id) do nothing`',
      instead: '`',
      test: moneyBack,
      title: 'by the bank after the order is heard',
    },
    {
      why: 'late news of a refund changes nothing',
      text: 'const state = refundAfter(refund.state, reported.state)',
      instead: 'const state = reported.state',
      test: moneyBack,
      title: 'in the end after it was',
    },
    {
      why: 'a refund that failed is not noted as done (B42)',
      text: 'const state = refundAfter(refund.state, reported.state)',
      instead:
        "const state = reported.state === 'failed' ? 'refunded' : refundAfter(refund.state, reported.state)",
      test: moneyBack,
      title: 'in the end after it was',
    },
    {
      why: 'a refund whose answer was lost is known by its key',
      text: 'id === null && key === refund.key',
      instead: 'id === null && key === refund.id',
      test: moneyBack,
      title: 'is one refund, however often its job is done at once',
    },
  ]),
  ...of('server/modules/payments/send-refund.ts', [
    {
      why: 'the provider is asked before money is sent',
      text: 'await reconcilePayment(shop, known.payment_key)',
      test: moneyBack,
      title: 'while its job waits is not given twice',
    },
    {
      why: 'no more is sent than is left',
      text: 'if (left < refund.cents) {',
      instead: 'if (left < 0) {',
      test: moneyBack,
      title: 'while its job waits is not given twice',
    },
    {
      why: 'a refund that was sent is not noted as refused',
      text: "if (note === noteRefused && now.state !== 'waiting') return undefined",
      test: moneyBack,
      title: 'that another process has sent meanwhile is not noted as refused',
    },
  ]),
  ...of('server/modules/payments/poll-provider.ts', [
    {
      why: 'one question at a time, over all processes',
      text: 'and (poll_allowed_from <= ${new Date(startedAt)} or poll_allowed_from > ${new Date(startedAt + 2 * LONGEST_MS)})`',
      instead: '`',
      test: asking,
      title: 'is asked one question a payment at a time',
    },
    {
      why: 'a notification that comes too soon is noted',
      text: 'await pollSoon(shop, key)\n  await (shop.questions',
      instead: 'await (shop.questions',
      test: asking,
      title: 'is polled again if a notification came too soon after a poll',
    },
  ]),
  ...of('server/modules/payments/poll-payments.timer.ts', [
    {
      why: 'a refund is tried for as long as it is owed',
      text: 'for (const refund of waiting) await sendRefund(shop, refund.key)',
      test: moneyBack,
      title: 'is sent by the poller of another process when its job was given up',
    },
  ]),
  ...of('server/modules/payments/payment.shop-routes.ts', [
    {
      why: 'a payment is shown to its holder',
      text: '!known || known.voucher_id !== holder.voucherId',
      instead: '!known',
      test: settling,
      title: 'of another recipient returns 404',
    },
    {
      why: 'the browser goes to hosts of the shop',
      text: 'if (!isOwn) return undefined',
      test: settling,
      title: 'sends the browser to configured hosts only',
    },
  ]),
  ...of('server/app/sandbox-mailbox.ts', [
    {
      why: 'the sandbox mailbox shows subjects and draws none (B42)',
      text: '${escapeHtml(subject)}</span>`',
      instead: '${subject}</span>`',
      test: 'server/modules/support/support.shop-routes.test.ts',
      title: "shows a stranger's words as words",
    },
  ]),
  ...of('server/modules/payments/payment.jobs.ts', [
    {
      why: 'money that came just before a cancelling is noticed',
      text: 'await reconcilePayment(shop, key)',
      test: settling,
      title: 'a moment before it was cancelled over there, is noticed by the cancelling itself',
    },
  ]),
  ...of('server/modules/payments/payment.sql.ts', [
    {
      why: 'stock is locked in SKU order',
      text: ' order by sku for update`',
      instead: '`',
      test: lettingGo,
      title: 'returns units to stock in SKU order',
    },
    {
      why: 'pieces that were set aside come back',
      text: 'await sql`delete from stock_reservation where payment_key = ${key}`',
      test: settling,
      title: 'sets points and pieces aside while it is open',
    },
  ]),
  ...of('server/modules/cart/release-hold.ts', [
    {
      why: 'points that were set aside come back',
      text: 'if (payment.reservation_id !== null) {',
      instead: 'if (payment.reservation_id === -1) {',
      test: settling,
      title: 'sets points and pieces aside while it is open',
    },
    {
      why: 'the provider is told',
      text: 'if (payment.id) {',
      instead: "if (payment.id === '') {",
      test: settling,
      title: 'is not waited for: changing the cart cancels the payment at the provider',
    },
  ]),
  ...of('server/modules/cart/change-cart.ts', [
    {
      why: 'a cart that changes lets its payment go',
      text: 'if (cart) await releaseHold(shop, sql, cart)',
      test: settling,
      title: 'is not waited for: changing the cart cancels the payment at the provider',
    },
    {
      why: 'a cart that is emptied lets its payment go',
      text: '    await releaseHold(shop, sql, cart)\n    await sql`delete from cart_line',
      instead: '    await sql`delete from cart_line',
      test: holding,
      title: 'is let go by whatever changes the cart',
    },
  ]),
  ...of('server/modules/cart/save-address.ts', [
    {
      why: 'a cart that moves house lets its payment go',
      text: 'await releaseHold(shop, sql, cart)',
      test: holding,
      title: 'is let go by whatever changes the cart',
    },
  ]),
  ...of('server/modules/cart/choose-delivery.ts', [
    {
      why: 'a cart that goes another way lets its payment go',
      text: 'await releaseHold(shop, sql, cart)',
      test: holding,
      title: 'is let go by whatever changes the cart',
    },
    {
      why: 'only what was offered is chosen',
      text: "if (!delivery) return refuse('not-offered')",
      test: carts,
      title: 'takes only what was offered for this cart',
    },
  ]),
  ...of('server/modules/orders/order.sql.ts', [
    {
      why: 'an order is locked before its holder changes it',
      text: ' and voucher_id = ${voucherId} for no key update`',
      instead: ' and voucher_id = ${voucherId}`',
      test: undoing,
      title: 'waits for a release that is under way',
    },
    {
      why: 'nobody locks the order of someone else',
      text: ' and voucher_id = ${voucherId} for no key update`',
      instead: ' for no key update`',
      test: withdrawing,
      title: 'is refused within the undo window',
    },
    {
      why: 'an order is locked before it is released',
      text: 'where number = ${number} for no key update`',
      instead: 'where number = ${number}`',
      test: fulfilling,
      title: 'happens once, however many are at it',
    },
    {
      why: 'an order is shown to its holder',
      text: 'return order?.voucherId === voucherId ? order : undefined',
      instead: 'return order',
      test: orders,
      title: 'answers an order of another holder as one that does not exist',
    },
  ]),
  ...of('server/modules/mail/delivery/mail.sql.ts', [
    {
      why: 'a mail is sent by one at a time (B49)',
      text: 'update mail set leaving_until = ${until}\n    from free',
      instead: 'update mail set leaving_until = null\n    from free',
      test: silentMail,
      title: 'sends nothing twice by eight at once',
    },
    {
      why: 'what has left is noted, and leaves no more (B49)',
      text: "where mail.id = note.id and mail.state = 'queued'\n      and (note.state <> 'queued' or leaving_until = ${until})",
      instead: 'where mail.id = note.id',
      test: silentMail,
      title: 'leaves a mail to the process that has leased it by now',
    },
  ]),
  ...of('server/modules/mail/delivery/mail.jobs.ts', [
    {
      why: 'someone comes back for a mail that another process has leased (B49)',
      text: '      await comeBackFor(shop, left, until)\n',
      test: silentMail,
      title: 'sends a mail whose process died',
    },
    {
      why: 'nothing is sent when its claim is nearly over (B49)',
      text: 'until.getTime() - ports.clock.now().getTime() < SENDING_MS',
      instead: 'until.getTime() < 0',
      test: silentMail,
      title: 'begins nothing when it was held up',
    },
  ]),
  ...of('server/modules/mail/queue/queue-mail.ts', [
    {
      why: 'one mail of one thing',
      text: 'on conflict do nothing returning id`',
      instead: 'returning id`',
      test: 'server/modules/mail/queue/queue-mail.test.ts',
      title: 'is queued once',
    },
  ]),
  ...of('server/modules/orders/cancel-order.ts', [
    {
      why: 'an order is undone once',
      text: "if (order.state === 'cancelled') return order",
      test: undoing,
      title: 'happens once, however often it is clicked',
    },
    {
      why: 'an order is undone within its window',
      text: "if (!undoable(order, shop.ports.clock.now())) return refuse('undo-closed')",
      test: undoing,
      title: 'is refused once the window has closed',
    },
    {
      why: 'money that a bank took is not given again',
      text: 'const cents = order.centsPaid - (row?.returned ?? 0)',
      instead: 'const cents = order.centsPaid',
      test: moneyBack,
      title: 'by the bank and by an undone order is not given twice',
    },
    {
      why: 'gifts go back to stock',
      text: 'await returnStock(sql, order, at)',
      test: undoing,
      title: 'gives back points, money and gifts',
    },
    {
      why: 'money goes back',
      text: 'if (paymentKey !== null) await refundMoney(shop, sql, order, paymentKey)',
      test: undoing,
      title: 'gives back points, money and gifts',
    },
  ]),
  ...of('server/modules/orders/restore-cart-from-order.ts', [
    {
      why: 'all stock levels are locked in SKU order',
      text: `    await lockStockLevels(sql, [
      ...new Set([...skusOf(order), ...cart.lines.map(({ sku }) => sku)]),
    ])`,
      test: reopening,
      title: 'locks all stock levels in SKU order',
    },
    {
      why: 'an order goes into one cart, once',
      text: "if (order.cancellation?.kind === 'reopened') {",
      instead: "if (order.cancellation?.kind === 'never') {",
      test: reopening,
      title: 'happens once, and answers the same cart',
    },
    {
      why: 'a cancelled order does not come back',
      text: "if (order.state === 'cancelled') return refuse('order-cancelled')",
      test: reopening,
      title: 'is refused for an order that was cancelled',
    },
    {
      why: 'an order is reopened within its window',
      text: "if (!undoable(order, shop.ports.clock.now())) return refuse('undo-closed')",
      test: reopening,
      title: 'is refused for an order that was cancelled',
    },
    {
      why: 'the payment of the cart that it goes into is let go',
      text: 'await releaseHold(shop, sql, cart)',
      test: reopening,
      title: 'lets go of a payment that was open for the cart as it was',
    },
    {
      why: 'no more goes into the cart than is in stock',
      text: 'Math.min(gift.quantity, levels.get(sku) ?? Infinity, fits)',
      instead: 'Math.min(gift.quantity, fits)',
      test: reopening,
      title: 'leaves out what is no longer offered',
    },
    {
      why: 'nothing goes into the cart that is not offered any more',
      text: '!model.offers.has(spliId) || (isNew && lines >= MAX_CART_LINES)',
      instead: '(isNew && lines >= MAX_CART_LINES)',
      test: reopening,
      title: 'leaves out what is no longer offered',
    },
  ]),
  ...of('server/modules/tasks/task-list.sql.ts', [
    {
      why: 'the user who resolves holds the cases, so that a failed refund is made again once',
      text: 'order by id for update`',
      instead: 'order by id`',
      test: task,
      title: 'makes a failed refund once more for one of eight',
    },
  ]),
  ...of('server/modules/orders/staff/order-address.staff-routes.ts', [
    {
      why: 'an address is changed on the order that was seen',
      text: `if (addressVersion(order) !== stands) {
        if (isUnchanged(order, wanted)) throw new WrittenBefore()
        return refuseStaff('changed-since', { changes: changedSince(order, stands) })
      }`,
      test: inTheBackoffice,
      title: 'shows what another address changes',
    },
  ]),
  ...of('server/modules/finance/accounting-month.staff-routes.ts', [
    {
      why: 'what is closed is what was seen',
      text: "if (seenOf(money, vat) !== seen) return refuseStaff('changed-since')",
      test: books,
      title: 'freezes a month as it was reported',
    },
    {
      why: 'months are closed one after the other',
      text: 'await lockMonths(sql)',
      test: books,
      title: 'freezes a month as it was reported',
    },
  ]),
  ...of('server/modules/refunds/credit-withdrawals.timer.ts', [
    {
      why: 'nothing is credited before the day of the law',
      text: 'creditDue(at.getTime(), zone) <= now.getTime()',
      instead: 'creditDue(at.getTime(), zone) <= Infinity',
      test: withdrawn,
      title: 'credits on the day of the law',
    },
  ]),
  ...of('server/modules/orders/lines/stop-fulfilment.ts', [
    {
      why: 'a supplier is no longer asked for what a credit stopped',
      text: 'if (bySupplier) await',
      instead: 'if (bySupplier && at.getTime() === 0) await',
      test: stopping,
      title: 'stops it with its supplier in the transaction',
    },
    {
      why: 'what the warehouse may have packed is not sold again',
      text: "bySupplier ? 'shelf' : 'written-off'",
      instead: "bySupplier ? 'shelf' : 'shelf'",
      test: stopping,
      title: 'takes a stopped gift out of what the warehouse',
    },
  ]),
  ...of('server/modules/refunds/propose-credit.ts', [
    {
      why: 'a supplier that confirmed meanwhile is told before its gift is stopped',
      text: '[`unsent ${line}`, by]',
      instead: "[`unsent ${line}`, by === 'confirmed' ? 'supplier' : by]",
      test: stopping,
      title: 'tells a clerk whose supplier confirmed meanwhile',
    },
    {
      why: 'a proposal is booked on the order that it was made for, as it stood',
      text: 'return was === is ? [] : [{ what, before: was, after: is }]',
      instead: 'return was !== is || was === is ? [] : [{ what, before: was, after: is }]',
      test: crediting,
      title: 'books one of eight proposals made at once, and reports the change to the others',
    },
    {
      why: 'what a bank took back is not given a second time',
      text: 'order.centsPaid - creditedCents(order) - elsewhere)',
      instead: 'order.centsPaid - creditedCents(order))',
      test: creditRefunds,
      title:
        'does not refund what a chargeback returned, and refunds points first if the channel is set so',
    },
  ]),
  ...of('server/modules/refunds/withdraw-order.ts', [
    {
      why: 'a withdrawal told twice is one',
      text: 'if (before) return repeated(order, before, ask)',
      test: withdrawing,
      title: 'is one withdrawal, however often it is sent with one key',
    },
    {
      why: 'a key that was used for other gifts is refused',
      text: 'chosen.length > 0 && keyOf(chosen) !== keyOf(kept)',
      instead: 'chosen.length < 0',
      test: withdrawing,
      title: 'is one withdrawal, however often it is sent with one key',
    },
    {
      why: 'the undo window comes first',
      text: "if (undoable(order, now)) return refuse('undo-open')",
      test: withdrawing,
      title: 'is refused within the undo window',
    },
    {
      why: 'no more is withdrawn than is left',
      text: "if (quantity > left) return refuse('too-many-withdrawn')",
      test: withdrawing,
      title: 'is refused within the undo window',
    },
    {
      why: 'a line is named once',
      text: "if (asked.some((one) => one.line === line)) return invalid('lines', 'contains a line twice')",
      test: withdrawing,
      title: 'is refused within the undo window',
    },
    {
      why: 'what was withdrawn before counts',
      text: 'splitCredit(points, owedOf(order), order.creditFirst)',
      instead:
        'splitCredit(points, { points: order.pointsPaid, cents: order.centsPaid }, order.creditFirst)',
      test: withdrawing,
      title: 'gives back what the card paid before it gives back points',
    },
    {
      why: 'an order is locked before anything is withdrawn from it',
      text: 'const order = await lockOwnOrder(sql, own.number, own.voucherId)',
      instead: 'const order = await findOwnOrder(sql, own.number, own.voucherId)',
      test: withdrawing,
      title: 'never takes more than was ordered',
    },
  ]),
  ...of('server/modules/orders/change-order.ts', [
    {
      why: 'an order that is on its way is not changed',
      text: "if (!undoable(order, shop.ports.clock.now())) return refuse('undo-closed')",
      test: change,
      title: 'lets nobody change an order that is not theirs, or that is on its way',
    },
    {
      why: 'only what was offered is chosen',
      text: "if (!picked) return refuse('not-offered')",
      test: change,
      title: 'refuses what was not offered for this order',
    },
  ]),
  ...of('server/modules/orders/replacements/answer-replacement.ts', [
    {
      why: 'what fell away is answered once',
      text: "    if (choosing.outcome !== null) return refuse('choice-over')\n",
      test: choosing,
      title: 'sends its holder a link, takes another gift once, and sends for it on its own',
    },
    {
      why: 'only what lies there is taken in its place',
      text: '  if (!instead) return refuse(await whyNotThis(sql, offer, choosing))\n',
      test: choosing,
      title: 'lets one of two holders have the last one, and tells the other',
    },
  ]),
  ...of('server/modules/orders/lines/mark-unavailable.ts', [
    {
      why: 'what nobody has is written off, and the stock level stays what it is',
      text: "    { ...move, quantity: -quantity, reason: 'damaged' },\n",
      test: choosing,
      title: 'sends its holder a link, takes another gift once, and sends for it on its own',
    },
  ]),
  ...of('server/modules/orders/replacements/start-replacement.ts', [
    {
      why: 'a supplier is not asked any longer for what falls away',
      text: "  if (deliveryCondition === 'dropship')\n    await withdrawPurchaseLines(shop, sql, order, { line, round, at })\n",
      test: 'server/modules/fulfilment/suppliers/withdraw-purchase-lines.test.ts',
      title:
        'is notified at once of units that became unavailable in the back office, and sends the rest',
    },
  ]),
  ...of('server/modules/fulfilment/suppliers/answer-purchase-order.ts', [
    {
      why: 'a supplier answers for a line once',
      text: "    if (!states.includes('gone')) return 'late'\n    // If some lines are still wanted, the supplier must know that its answer was not saved.\n    return states.includes('open') ? 'changed' : 'gone'\n",
      test: 'server/modules/fulfilment/suppliers/purchase-order.supplier-routes.test.ts',
      title:
        'opens one order without an account, ships a line with tracking and declines one, which its recipient replaces',
    },
  ]),
  ...of('server/modules/orders/lines/update-line-states.ts', [
    {
      why: 'a cancelled line does not come back',
      text: ' &&\n      canMoveLine(lineState(line.state), to)',
      test: feeding,
      title: 'does not bring a cancelled order back',
    },
  ]),
  ...of('server/modules/fulfilment/warehouse/warehouse-events.timer.ts', [
    {
      why: 'one process reads at a time',
      text: "if (!('holder' in outboundRequest)) return 0",
      test: feeding,
      title: 'is read by one process at a time',
    },
    {
      why: 'an event heard twice moves nothing',
      text: '  if (await isKnownEvent(sql, order, sourceId)) return\n',
      instead: '',
      test: feeding,
      title: 'moves nothing and tells nobody when the same words are heard twice',
    },
  ]),
  ...of('server/modules/fulfilment/fulfilment.jobs.ts', [
    {
      why: 'what the warehouse leaves out is in stock again',
      text: 'await restockStopped(sql, order, { fallen, round, at })',
      test: stopping,
      title: 'takes a stopped gift out of what the warehouse',
    },
    {
      why: 'an order is released once',
      text: "if (order?.state !== 'placed') return",
      instead: 'if (!order) return',
      test: fulfilling,
      title: 'never comes for an order that was cancelled',
    },
    {
      why: 'an order is released after its window',
      text: 'if (now < order.changeableUntil) {',
      instead: 'if (now.getTime() < 0) {',
      test: fulfilling,
      title: 'waits while the holder may still change the order',
    },
  ]),
  ...of('server/http/endpoint/idempotency.ts', [
    {
      why: 'a write that arrives twice is done once',
      text: 'if (!(await store.claim())) return',
      instead: 'if ((await store.claim()) === null) return',
      test: carts,
      title: 'are added once by a write that arrives ten times',
    },
  ]),
  ...of('server/platform/db/schema/14-vouchers.sql', [
    {
      why: 'a balance never goes below zero',
      text: 'check (granted - reserved - spent - expired >= 0)',
      instead: 'check (true)',
      test: converting,
      title: 'never let a balance go below zero',
    },
    {
      why: 'a reservation is resolved once',
      text: 'create unique index ledger_resolved_once',
      instead: 'create index ledger_resolved_once',
      test: converting,
      title: 'resolve a reservation once',
    },
    {
      why: 'the ledger is not emptied',
      text: 'create trigger ledger_no_truncate before truncate on ledger\n  for each statement execute function append_only();',
      test: converting,
      title: 'are append-only',
    },
    {
      why: 'the ledger is append-only',
      text: 'create trigger ledger_append_only before update or delete on ledger\n  for each row execute function append_only();',
      test: converting,
      title: 'are append-only',
    },
  ]),
  ...of('server/platform/db/schema/23-mail.sql', [
    {
      why: 'one mail of one thing',
      text: 'unique (template, subject_id, recipient, month, copy)',
      instead: 'unique (id, template, subject_id, recipient, month, copy)',
      test: months,
      title: 'holds a mail, an event and a parcel to one of its kind',
    },
  ]),
  ...of('server/platform/db/schema/18-payments.sql', [
    {
      why: 'a chargeback is a fact for good',
      text: 'create trigger chargeback_append_only before update or delete on chargeback\n  for each row execute function append_only();',
      test: moneyBack,
      title: 'is kept from what must never be',
    },
    {
      why: 'a loss is accepted with a reason',
      text: "check (kind <> 'accepted' or note <> '')",
      instead: 'check (true)',
      test: moneyBack,
      title: 'by the bank after the order is heard',
    },
    {
      why: 'how a chargeback ended is a fact for good',
      text: "create trigger chargeback_end_append_only before update or delete on chargeback_end\n  for each row execute function facts_are_immutable('note');",
      test: moneyBack,
      title: 'is kept from what must never be',
    },
  ]),
  ...of('server/platform/db/schema/19-orders.sql', [
    {
      why: 'an order is undone whole',
      text: 'create constraint trigger cancellation_is_complete after insert on order_cancellation\n  deferrable initially deferred for each row execute function cancellation_is_complete();',
      test: undoing,
      title: 'refuses an order that is undone by half',
    },
    {
      why: 'what the warehouse told is written once',
      text: 'create unique index order_event_source',
      instead: 'create index order_event_source',
      test: months,
      title: 'holds a mail, an event and a parcel to one of its kind',
    },
  ]),
  ...of('server/platform/db/functions/months.sql', [
    {
      why: 'a closed month is not written to',
      text: 'if exists (select from closed_month_hash where month = asked) then',
      instead: 'if false then',
      test: months,
      title: 'refuses every write to a closed month',
    },
    {
      why: 'closing a month waits for writes to it',
      text: '  perform pg_advisory_xact_lock_shared(7134205,',
      instead: '  perform (7134205,',
      test: months,
      title: 'closes a month once, by one of eight',
    },
  ]),
  ...of('server/modules/payments/fetch-settlements.ts', [
    {
      why: 'a settlement that two read at once is kept once',
      text: '        on conflict do nothing`',
      instead: '`',
      test: paidOut,
      title: 'reads what was paid out once',
    },
    {
      why: 'its parts are stored by the process that stored it',
      text: '      if (kept.count === 0) return\n',
      test: paidOut,
      title: 'reads what was paid out once',
    },
    {
      why: 'what is known is not asked for again',
      text: '    if (known) {',
      instead: '    if (known && settlement.cents < -1e12) {',
      test: paidOut,
      title: 'reads what was paid out once',
    },
    {
      why: 'a settlement is kept with all its parts',
      text: 'await sql.begin(async (sql) => {',
      instead: 'await ((run) => run(sql))(async (sql) => {',
      test: paidOut,
      title: 'keeps a settlement with all its parts or not at all',
    },
  ]),
  ...of('server/modules/vouchers/expiry/expire-vouchers.timer.ts', [
    {
      why: 'nobody who is at a balance keeps the ends of the others waiting',
      text: 'order by valid_until, voucher.id limit ${AT_ONCE} for update of voucher_balance skip locked`',
      instead: 'order by valid_until, voucher.id limit ${AT_ONCE}`',
      test: ending,
      title: 'waits for nobody who is at the balance',
    },
    {
      why: 'an end that was moved meanwhile is not booked',
      text: '      order by id for no key update`',
      instead: '      order by id`',
      test: ending,
      title: 'leaves what was given another end meanwhile',
    },
  ]),
  ...of('server/modules/vouchers/code-export/export-codes.ts', [
    {
      why: 'a recipient who got another code meanwhile keeps it',
      text: 'and voucher.lookup is null and blocked_at is null`\n  if',
      instead: 'and blocked_at is null`\n  if',
      test: leaving,
      title: 'gives no second code, at its end',
    },
  ]),
  ...of('server/modules/vouchers/batches/batch.staff-routes.ts', [
    {
      why: 'codes have left when all bytes have',
      text: 'const isComplete = reply.raw.writableFinished',
      instead: 'const isComplete = true',
      test: leaving,
      title: 'says that nobody knows who has the codes where the line broke',
    },
  ]),
  ...of('server/modules/vouchers/actions/replace-code.staff-routes.ts', [
    {
      why: 'of two that give a voucher a code one waits',
      text: 'batch.is_exporting || !(',
      instead: '!(',
      test: leaving,
      title: 'replaces no code while those of its batch leave',
    },
  ]),
  ...of('server/modules/vouchers/actions/points.staff-routes.ts', [
    {
      why: 'what ended or was erased is given no points',
      text: "    if (!balance.is_open) return refuseStaff('no-longer-possible')\n",
      test: givingPoints,
      title: 'gives no points to a voucher that ended',
    },
  ]),
  ...of('server/modules/vouchers/actions/grant-points.ts', [
    {
      why: 'nor by an approval',
      text: 'balance?.is_open ?',
      instead: 'balance ?',
      test: givingPoints,
      title: 'gives no points to a voucher that ended',
    },
  ]),
  ...of('server/modules/catalog/imports/undo-import.ts', [
    {
      why: 'the last count of a stock level is final',
      text: 'correction.counted_since || onHand < correction.reserved',
      instead: 'onHand < correction.reserved',
      test: importing,
      title: 'keeps a stock level that someone has counted since',
    },
  ]),
  ...of('server/platform/db/functions/expiry.sql', [
    {
      why: 'points end only where the ledger says so',
      text: "raise exception 'voucher_expiry: % is not what the ledger says', new.id using errcode = 'check_violation';",
      instead: 'null;',
      test: ending,
      title: 'waits for nobody who is at the balance',
    },
    {
      why: 'what ended stays as it was booked',
      text: "raise exception 'voucher_expiry: what ended stays, and is given back once' using errcode = 'insufficient_privilege';",
      instead: 'return new;',
      test: ending,
      title: 'ends points with their voucher once',
    },
  ]),
  ...of('server/modules/orders/replacements/replacement.timer.ts', [
    {
      why: 'a holder is reminded once',
      text: '    if (reminded.count === 0) return\n',
      test: choosing,
      title: 'reminds once and gives back by itself',
    },
  ]),
  ...of('server/platform/db/functions/replacements.sql', [
    {
      why: 'what became unavailable is answered once, no matter who writes it',
      text: "raise exception 'replacement_offer: is answered once' using errcode = 'insufficient_privilege';",
      instead: 'null;',
      test: choosing,
      title: 'finds a made difference in the book of choices',
    },
  ]),
  ...of('server/platform/db/functions/credits.sql', [
    {
      why: 'two credits of one line wait for each other',
      text: 'where order_number = new.order_number and line = new.line for update;',
      instead: 'where order_number = new.order_number and line = new.line;',
      test: creditLimits,
      title: 'makes two credits of one line wait for each other, no matter who writes them',
    },
    {
      why: 'no piece is credited twice',
      text: 'if bought is null or credited + withdrawn + new.quantity > bought then',
      instead: 'if bought is null then',
      test: creditLimits,
      title: 'is rejected by the database above the amount paid, no matter who writes it',
    },
    {
      why: 'no more points go back than were paid',
      text: 'if sums.points > sold.points_paid or sums.cents',
      instead: 'if sums.cents',
      test: creditLimits,
      title: 'is rejected by the database above the amount paid, no matter who writes it',
    },
    {
      why: 'no more euros go back than were paid',
      text: 'or sums.cents > sold.cents_paid\n',
      instead: '\n',
      test: creditLimits,
      title: 'is rejected by the database above the amount paid, no matter who writes it',
    },
    {
      why: 'no more VAT goes back at a rate than was charged',
      text: 'having sum(back.cents) > coalesce(paid.cents, 0) or sum(back.vat_cents) > coalesce(paid.vat_cents, 0))',
      instead: 'having false)',
      test: creditLimits,
      title: 'is rejected by the database above the amount paid, no matter who writes it',
    },
    {
      why: 'the points of a credit are in the balance',
      text: "raise exception 'credit: the points of % are not in the balance', new.number using errcode = 'check_violation';",
      instead: 'null;',
      test: creditLimits,
      title: 'is rejected by the database above the amount paid, no matter who writes it',
    },
    {
      why: 'the money of a credit is on its way',
      text: "raise exception 'credit: the money of % is not on its way', new.number using errcode = 'check_violation';",
      instead: 'null;',
      test: creditLimits,
      title: 'is rejected by the database above the amount paid, no matter who writes it',
    },
    {
      why: 'what was credited is not withdrawn from',
      text: "raise exception 'withdrawal_line: was credited already' using errcode = 'check_violation';",
      instead: 'null;',
      test: creditLimits,
      title: 'is rejected by the database above the amount paid, no matter who writes it',
    },
  ]),
  ...of('server/modules/finance/periods/close-month.ts', [
    {
      why: 'a month is closed once',
      text: "    ['closed', 'it is already closed'],\n",
      test: months,
      title: 'closes a month once, by one of eight',
    },
    {
      why: 'closing a month waits for writes to it',
      text: "    await sql`select pg_advisory_xact_lock(${LOCK}, ${month}::date - date '2000-01-01')`\n",
      test: months,
      title: 'closes a month once, by one of eight',
    },
    {
      why: 'what happened lately is still to be followed by more',
      text: "    ['events', 'changes to its orders within the last month'],\n",
      test: months,
      title: 'says what is in the way of closing a month',
    },
    {
      why: 'a refund that is under way comes to an end in its month',
      text: "    ['refunds', 'refunds in progress'],\n",
      test: months,
      title: 'says what is in the way of closing a month',
    },
    {
      why: 'a month is closed when nothing is in its way, asked under its lock',
      text: '    if (found.length > 0) return found\n',
      test: months,
      title: 'closes a month once, by one of eight',
    },
  ]),
  ...of('server/platform/db/schema/20-refunds.sql', [
    {
      why: 'lines of withdrawals are append-only',
      text: 'create trigger withdrawal_line_append_only before update or delete on withdrawal_line\n  for each row execute function append_only();',
      test: withdrawing,
      title: 'are append-only, and hold no more',
    },
    {
      why: 'stray money is given back once',
      text: "create unique index one_refund_of_stray_money on refund (payment_key) where reason = 'no-order' and repeats is null;",
      test: moneyBack,
      title: 'that came to nothing is made again by nobody twice',
    },
    {
      why: 'money of an undone order is given back once',
      text: "create unique index one_refund_of_undone_order on refund (payment_key)\n  where reason = 'order-undone' and repeats is null;",
      test: moneyBack,
      title: 'that came to nothing is made again by nobody twice',
    },
    {
      why: 'a refund is made again once',
      text: 'repeats uuid unique references refund',
      instead: 'repeats uuid references refund',
      test: moneyBack,
      title: 'that came to nothing is made again by nobody twice',
    },
    {
      why: 'a refund has a moment at which it ended',
      text: "(done_at is null) = (state in ('waiting', 'queued', 'pending', 'processing'))),",
      instead: 'true),',
      test: moneyBack,
      title: 'is kept from what must never be',
    },
    {
      why: 'only what came to nothing is settled otherwise',
      text: "settled_note is null or state in ('failed', 'canceled', 'refused')),",
      instead: 'true),',
      test: moneyBack,
      title: 'is kept from what must never be',
    },
  ]),
  ...of('server/platform/db/functions/cart.sql', [
    {
      why: 'the balance is locked before a cart is ordered',
      text: 'from voucher_balance where voucher_id = p_voucher for update;\n  if p_guid is null then\n    select * into mine',
      instead:
        'from voucher_balance where voucher_id = p_voucher;\n  if p_guid is null then\n    select * into mine',
      test: converting,
      title: 'takes the balance before the cart, as everybody does',
    },
    {
      why: 'the balance is locked before a cart changes',
      text: 'from voucher_balance where voucher_id = p_voucher for update;\n  if p_guid is null then\n    select * into found_cart',
      instead:
        'from voucher_balance where voucher_id = p_voucher;\n  if p_guid is null then\n    select * into found_cart',
      test: lettingGo,
      title: 'lets go of a payment from the balance on',
    },
    {
      why: 'stock is locked in SKU order',
      text: '    ) order by sku for update;',
      instead: '    ) order by sku;',
      test: converting,
      title: 'sells the last one once',
    },
    {
      why: 'a cart that is being paid for is not changed',
      text: "  if exists (select from payment where cart_guid = found_cart.guid and outcome = 'held') then",
      instead: '  if false then',
      test: settling,
      title: 'is not waited for: changing the cart cancels the payment at the provider',
    },
    {
      why: 'a cart that was touched is not saved over (B42)',
      text: "and state = 'open' and version = p_version\n",
      instead: "and state = 'open'\n",
      test: carts,
      title: 'keeps the choice of carrier that was made while who and where was on its way',
    },
    {
      why: 'a cart that is being paid for is not saved over',
      text: "\n    and not exists (select from payment where cart_guid = p_guid and outcome = 'held')",
      test: holding,
      title: 'is let go by whatever changes the cart',
    },
  ]),
  ...of('server/platform/db/functions/ledger.sql', [
    {
      why: 'no more is refunded than was captured',
      text: '  if not refunds then return null; end if;',
      instead: '  return null;',
      test: converting,
      title: 'resolve a reservation once',
    },
    {
      why: 'the refunds that were written before count, too',
      text: "where refund.ends_id = entry.ends_id and refund.kind = 'refund')",
      instead: 'where refund.id = entry.id)',
      test: converting,
      title: 'resolve a reservation once',
    },
    {
      why: 'every order counts what it spends',
      text: "sum(case kind when 'capture' then points when",
      instead: "sum(case kind when 'capture' then 0 when",
      test: settling,
      title: 'by the webhook alone',
    },
    {
      why: 'a reservation is ended whole, by its own voucher',
      text: 'for entry in select * from entries where ends_id is not null loop',
      instead: 'for entry in select * from entries where ends_id < 0 loop',
      test: converting,
      title: 'count what is written together once',
    },
  ]),
  ...of('server/platform/db/functions/stock.sql', [
    {
      why: 'all that is taken together leaves the stock',
      text: 'set on_hand = on_hand + total.quantity',
      instead: 'set on_hand = on_hand + sign(total.quantity)',
      test: converting,
      title: 'takes every unit of every line from stock',
    },
  ]),
  ...of('server/platform/db/functions/refunds-and-payments.sql', [
    {
      why: 'pieces that were set aside become those of the order',
      text: '  delete from stock_reservation where payment_key = p_payment;\n',
      test: settling,
      title: 'by the webhook alone',
    },
    {
      why: 'what came to nothing has not gone',
      text: "and (state not in ('failed', 'canceled', 'refused') or settled_note is not null)), 0)",
      instead: '), 0)',
      test: moneyBack,
      title: 'in the end after it was',
    },
    {
      why: 'a chargeback that was reversed has not gone',
      text: "where chargeback_id = chargeback.id and kind = 'reversed'",
      instead: "where chargeback_id = '' and kind = 'reversed'",
      test: moneyBack,
      title: 'was taken by the bank before',
    },
    {
      why: 'no more goes back than was paid',
      text: 'if payment_returned_cents(new.payment_key) + new.cents > paid.cents then',
      instead: 'if false then',
      test: moneyBack,
      title: 'is kept from what must never be',
    },
    {
      why: 'nothing goes back of what was not paid',
      text: "  if paid.state <> 'paid' then\n",
      instead: '  if false then\n',
      test: moneyBack,
      title: 'is kept from what must never be',
    },
    {
      why: 'two refunds of one payment wait for each other',
      text: 'select * into paid from payment where key = new.payment_key for update;',
      instead: 'select * into paid from payment where key = new.payment_key;',
      test: moneyBack,
      title: 'waits for another of the same payment',
    },
    {
      why: 'only what came to nothing is made again',
      text: "raise exception 'refund: only what came to nothing is made again' using errcode = 'check_violation';",
      instead: 'null;',
      test: moneyBack,
      title: 'is kept from what must never be',
    },
    {
      why: 'a refund never goes back to where it was',
      text: "raise exception 'refund: from % to % is no way', old.state, new.state using errcode = 'check_violation';",
      instead: 'null;',
      test: moneyBack,
      title: 'is kept from what must never be',
    },
    {
      why: 'no more is sent than a bank brought back',
      text: "raise exception 'refund: more than is owed of what the bank brought back' using errcode = 'check_violation';",
      instead: 'null;',
      test: creditRefunds,
      title: 'sends a refund once after the chargeback that replaced it was reversed',
    },
    {
      why: 'what was sent of it already is not sent again',
      text: "where payment_key = paid.key and reason = 'reversal' and repeats is null) sent",
      instead: "where payment_key = paid.key and reason = '' and repeats is null) sent",
      test: creditRefunds,
      title: 'sends a refund once after the chargeback that replaced it was reversed',
    },
    {
      why: 'what failed is with a person, and not sent besides',
      text: 'where payment_key = paid.key and settled_note is null\n',
      instead: 'where payment_key is null and settled_note is null\n',
      test: creditRefunds,
      title: 'sends a refund once after the chargeback that replaced it was reversed',
    },
    {
      why: 'a refund is never deleted',
      text: "  if tg_op = 'DELETE' then\n    raise exception 'refund is never deleted' using errcode = 'insufficient_privilege';\n  end if;",
      instead: "  if tg_op = 'DELETE' then return old; end if;",
      test: moneyBack,
      title: 'is kept from what must never be',
    },
    {
      why: 'what was agreed of a refund is not changed',
      text: "raise exception 'refund: what was agreed is not changed' using errcode = 'insufficient_privilege';",
      instead: 'null;',
      test: moneyBack,
      title: 'is kept from what must never be',
    },
  ]),
  ...of('server/platform/db/functions/order-number.sql', [
    {
      why: 'the sequence went back with what a standby had not received',
      text: 'if before <> current then',
      instead: 'if false then',
      test: leaderChange,
      title: 'gives no order number twice when the last orders were lost',
    },
    {
      why: 'a line of which every order was lost has left no trace',
      text: '100000 * greatest(1, current - coalesce(nullif(before, 0), current))',
      instead: '100000',
      test: leaderChange,
      title: 'gives no order number twice when the last orders were lost',
    },
  ]),
  ...of('server/platform/db/functions/order.sql', [
    {
      why: 'a cart that has changed since it was read is not placed',
      text: 'if cart_without_stock(locked) is distinct from cart_without_stock(p_cart) then return; end if;',
      test: placingAsRead,
      title: 'has a piece more is not placed as it was read',
    },
    {
      why: 'stock levels that are too low are noticed under their locks',
      text: 'group by sku having sum(quantity) > min("inStock")',
      instead: 'group by sku having false',
      test: placingAsRead,
      title: 'is sold out is not placed as it was read',
    },
    {
      why: 'a voucher that was blocked since its cart was read orders nothing',
      text: 'where id = holder and blocked_at is null and',
      instead: 'where id = holder and',
      test: placingAsRead,
      title: 'is of a voucher that was blocked is not placed as it was read',
    },
    {
      why: 'a voucher that has ended since its cart was read orders nothing',
      text: ' and (valid_until > p_at) is not false',
      test: placingAsRead,
      title: 'is of a voucher that has ended is not placed as it was read',
    },
    {
      why: 'the points of an undone order are back',
      text: 'if points <> undone.points_paid or payment_returned_cents',
      instead: 'if payment_returned_cents',
      test: undoing,
      title: 'refuses an order that is undone by half',
    },
    {
      why: 'an undone order is cancelled',
      text: "if undone.state <> 'cancelled' then",
      instead: 'if false then',
      test: undoing,
      title: 'refuses an order that is undone by half',
    },
    {
      why: 'the lines of an undone order are cancelled',
      text: "if exists (select from order_line where order_number = new.order_number and state <> 'cancelled') then",
      instead: 'if false then',
      test: undoing,
      title: 'refuses an order that is undone by half',
    },
    {
      why: 'the gifts of an undone order are back',
      text: 'group by sku having sum(quantity) <> 0',
      instead: 'group by sku having sum(quantity) is null',
      test: undoing,
      title: 'refuses an order that is undone by half',
    },
    {
      why: 'no more is withdrawn than was ordered',
      text: 'if bought is null or withdrawn + new.quantity > bought then',
      instead: 'if bought is null then',
      test: withdrawing,
      title: 'are append-only, and hold no more',
    },
    {
      why: 'a receipt is the sum of its lines',
      text: 'if lines <> new.points then',
      instead: 'if false then',
      test: withdrawing,
      title: 'are append-only, and hold no more',
    },
    {
      why: 'a withdrawal keeps its facts',
      text: "and new.email in (old.email, '') and new.reason in (old.reason, '')",
      test: withdrawing,
      title: 'erase whose they were',
    },
  ]),
]
