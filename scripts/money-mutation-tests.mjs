/**
 * The guards of money outside domain/: locks, versions, states, amounts and keys. run-money-mutation-tests.mjs removes
 * them one at a time. `text` occurs once in `file`. When `instead` (by default an empty text) replaces it, the test
 * whose name contains `title` must fail.
 */
const changeOrder = 'server/modules/orders/change-order.test.ts'
const convertCart = 'server/modules/checkout/convert-cart.test.ts'
const placeOrder = 'server/modules/checkout/placement/place-order.test.ts'
const cartRoutes = 'server/modules/cart/cart.shop-routes.test.ts'
const answerReplacement = 'server/modules/orders/replacements/answer-replacement.test.ts'
const warehouseEvents = 'server/modules/fulfilment/warehouse/warehouse-events.timer.test.ts'
const fulfilmentJobs = 'server/modules/fulfilment/fulfilment.jobs.test.ts'
const startPayment = 'server/modules/payments/start-payment.test.ts'
const pollProvider = 'server/modules/payments/poll-provider.test.ts'
const blockedOrder = 'server/modules/payments/blocked-order.test.ts'
const closedMonths = 'server/modules/finance/periods/closed-months.test.ts'
const expireVouchers = 'server/modules/vouchers/expiry/expire-vouchers.timer.test.ts'
const exportCodes = 'server/modules/vouchers/code-export/export-codes.test.ts'
const importUndo = 'server/modules/catalog/imports/import-undo.staff-routes.test.ts'
const approvals = 'server/modules/approvals/approval.staff-routes.test.ts'
const settlements = 'server/modules/payments/fetch-settlements.test.ts'
const mailServerOutage = 'server/modules/mail/delivery/mail-server-outage.test.ts'
const failover = 'server/platform/db/failover.test.ts'
const releaseHold = 'server/modules/cart/release-hold.test.ts'
const refundsAndChargebacks = 'server/modules/payments/refunds-and-chargebacks.test.ts'
const orderRoutes = 'server/modules/orders/order.shop-routes.test.ts'
const restoreCart = 'server/modules/orders/restore-cart-from-order.test.ts'
const stopFulfilment = 'server/modules/orders/lines/stop-fulfilment.test.ts'
const reconcilePayment = 'server/modules/payments/reconcile-payment.test.ts'
const cancelOrder = 'server/modules/orders/cancel-order.test.ts'
const taskRoutes = 'server/modules/tasks/task.staff-routes.test.ts'
const creditRoutes = 'server/modules/refunds/credit.staff-routes.test.ts'
const creditLimits = 'server/modules/refunds/credit-limits.test.ts'
const creditRefunds = 'server/modules/refunds/credit-refunds.test.ts'
const orderAddress = 'server/modules/orders/staff/order-address.staff-routes.test.ts'
const accountingMonth = 'server/modules/finance/accounting-month.staff-routes.test.ts'
const creditWithdrawals = 'server/modules/refunds/credit-withdrawals.timer.test.ts'
const withdrawOrder = 'server/modules/refunds/withdraw-order.test.ts'

const impersonatedOrders = 'server/modules/support/impersonation/approve-impersonated-order.test.ts'
const employerLimit = 'server/modules/employers/voucher-limit.test.ts'

const findCart = "(await import('#server/modules/cart/cart.sql.ts')).findCart"

const inFile = (file, guards) => guards.map((guard) => ({ file, instead: '', ...guard }))

export const guards = [
  ...inFile('server/modules/staff/staff-points-limit.sql.ts', [
    {
      why: 'orders that one colleague places at the same time count towards one limit (S26)',
      text: 'await sql`select pg_advisory_xact_lock(hashtextextended(${`limits of colleague ${staffId}`}, 0))`',
      test: impersonatedOrders,
      title: 'keeps eight simultaneous orders for eight holders within the limit of the colleague',
    },
  ]),
  ...inFile('server/modules/checkout/order-approval.ts', [
    {
      why: 'an order above the limit of the colleague waits for approval (S26)',
      text: 'if (points <= left) return undefined',
      instead: 'if (points > 0) return undefined',
      test: impersonatedOrders,
      title:
        'holds an order above the colleague’s limit without writing anything, and places it once when approved',
    },
  ]),
  ...inFile('server/modules/vouchers/code-export/code-approval.ts', [
    {
      why: 'codes above the limit are exported only after approval (C10)',
      text: 'if (permit === undefined && points > (await codePointsLeft(sql, staffId, now)))',
      instead: 'if (points < 0)',
      test: 'server/modules/vouchers/code-export/code-approval.staff-routes.test.ts',
      title: 'exports codes of more than 25,000 points only as a file and after approval',
    },
  ]),
  ...inFile('server/modules/employers/voucher-limit.ts', [
    {
      why: 'vouchers that one employer adds at the same time count towards one limit (S26)',
      text: 'await sql`select pg_advisory_xact_lock(hashtextextended(${`limits of employer ${employerId}`}, 0))`',
      test: employerLimit,
      title:
        'limits the points that all users of one employer add within 24 hours, across batches and in a race',
    },
    {
      why: 'an employer adds no more to a batch than a colleague can grant without approval (S26)',
      text: 'if (pointsOf(batch) + batch.points > MOST_BATCH_POINTS_ALONE)',
      instead: 'if (batch.points < 0)',
      test: employerLimit,
      title:
        'lets an employer extend a batch only up to the limit of the back office without approval, in a race of eight',
    },
  ]),
  ...inFile('server/modules/approvals/approval-rules.ts', [
    {
      why: 'an owner cannot create a second approver for their own requests (S4)',
      text: '(invitedAt !== undefined && Date.parse(invitedAt) > askedAt.getTime() - NEW_COLLEAGUE_MS)',
      instead: 'false',
      test: 'server/modules/approvals/approval-rules.test.ts',
      title:
        'counts requests within 7 days of an invitation or a new role as requests of the inviter',
    },
  ]),
  ...inFile('server/modules/checkout/placement/place-order.ts', [
    {
      why: 'stock is locked before a card payment reserves units (B42)',
      text: ' order by sku for update of stock`',
      instead: ' order by sku`',
      test: startPayment,
      title:
        'reserves the last unit for one of eight holders who pay by card, and refuses the others (B42, PAY-3)',
    },
    {
      why: 'units that are reserved for this cart count as available to it',
      text: 'on_hand - reserved + coalesce((',
      instead: 'on_hand - reserved + 0 * coalesce((',
      test: startPayment,
      title:
        'releases a payment that the provider rejects, and the next attempt starts a new one (PAY-5)',
    },
  ]),
  ...inFile('server/modules/checkout/placement/ready-to-order.ts', [
    {
      why: 'rules A, B and C and the stock levels are checked',
      text: 'if (first) {',
      instead: 'if (first?.code === "") {',
      test: convertCart,
      title: 'rules A, B and C when an order is placed',
    },
    {
      why: 'an order needs personal details',
      text: "if (!cart.person) return refuse('personal-data-missing')",
      test: convertCart,
      title: 'is refused without a name, without an address and for an empty cart',
    },
    {
      why: 'an order with parcels needs a delivery address',
      text: "return problem ? refuse('delivery-missing') : undefined",
      test: convertCart,
      title: 'is refused without a name, without an address and for an empty cart',
    },
  ]),
  ...inFile('server/modules/checkout/placement/voucher-still-valid.ts', [
    {
      why: 'a blocked voucher cannot order',
      text: '!row || row.blocked',
      instead: '!row',
      test: convertCart,
      title: 'is refused after the voucher expired or was blocked',
    },
    {
      why: 'an expired voucher cannot order',
      text: "return row.ended ? refuse('voucher-expired') : undefined",
      test: convertCart,
      title: 'is refused after the voucher expired or was blocked',
    },
  ]),
  ...inFile('server/modules/checkout/convert-cart.ts', [
    {
      why: 'an order with euros due is refused on a channel that accepts points only',
      text: "if (dueCents(orderPoints(cart.lines), cart.available) > 0) return refuse('not-paid')",
      test: convertCart,
      title: 'is refused with FC when euros are due, and with MOL when none are',
    },
    {
      why: 'the state of the voucher is checked',
      text: 'if (voucherProblem) return voucherProblem',
      test: convertCart,
      title: 'is refused after the voucher expired or was blocked',
    },
    {
      why: 'the cart rules are checked',
      text: 'if (problem) return problem',
      test: convertCart,
      title:
        'reads price and offer again, and is refused after a change until the holder changes the cart',
    },
    {
      why: 'the payment in progress is released',
      text: 'await releaseHold(shop, sql, cart)',
      test: convertCart,
      title: 'releases the payment in progress once points cover the total',
    },
    {
      why: 'a cart becomes one order only',
      text: "const before = await findEarlierOrder(sql, cart, guid, 'FC')",
      instead: 'const before = undefined',
      test: convertCart,
      title: 'is created once for several requests at once',
    },
    {
      why: 'stock is locked before the last unit is sold',
      text: '{ withStock: true }',
      instead: '{ withStock: false }',
      test: placeOrder,
      title: 'sells the last units once to eight carts that are checked under their locks',
    },
    {
      why: 'the cart rules are checked for a cart that is placed as it was read',
      text: 'if (notReady(cart, model, shop.config.GIFTPOINT_RULE_C_CHANNEL)) return undefined',
      test: convertCart,
      title: 'A: all points must be spent on channels with this rule',
    },
    {
      why: 'euros due are still checked for a cart that is placed as it was read',
      text: 'if (dueCents(orderPoints(cart.lines), cart.available) > 0) return undefined',
      test: convertCart,
      title: 'is refused with FC when euros are due, and with MOL when none are',
    },
    {
      why: 'a cart with a payment is read again under its locks',
      text: ' || cart.payment',
      test: convertCart,
      title: 'releases the payment in progress once points cover the total',
    },
    {
      why: 'a cart that was ordered already is answered with its order',
      text: "cart.state !== 'open' || ",
      test: convertCart,
      title: 'is created once for several requests at once',
    },
    {
      why: 'the limits of the colleague are checked',
      text: 'if (actingStaffId() !== undefined) return undefined',
      test: impersonatedOrders,
      title:
        'holds an order above the colleague’s limit without writing anything, and places it once when approved',
    },
    {
      why: 'a changed cart is not taken for the previous order',
      text: 'guid !== null || cart.version > 1 ||',
      instead: 'guid !== null ||',
      test: convertCart,
      title: 'applies to the next cart after that cart was changed or named',
    },
    {
      why: 'a cart that the call names is not taken for the previous order',
      text: 'guid !== null || cart.version > 1 ||',
      instead: 'cart.version > 1 ||',
      test: convertCart,
      title: 'applies to the next cart after that cart was changed or named',
    },
    {
      why: 'a cancelled order is not returned as the answer',
      text: "!latest || latest.state === 'cancelled'",
      instead: '!latest',
      test: convertCart,
      title: 'does not return a cancelled order',
    },
    {
      why: 'an order that was paid in another way is not returned as the answer',
      text: "return latest.cents_paid > 0 === (method === 'MOL') ? latest.number : undefined",
      instead: 'return latest.number',
      test: convertCart,
      title: 'returns the order that the webhook created',
    },
    {
      why: 'the answer says that the money was refunded',
      text: "if ([...payments, ...polled].some(({ outcome }) => outcome === 'refunded'))",
      instead: 'if (payments.length < 0)',
      test: convertCart,
      title: 'reports that the payment was refunded, also when the cart was emptied meanwhile',
    },
  ]),
  ...inFile('server/modules/payments/start-payment.ts', [
    {
      why: 'the cart is locked before a payment starts',
      text: 'const cart = await lockCart(sql, request.voucherId, request.guid)',
      instead: `const cart = await ${findCart}(sql, request.voucherId, request.guid)`,
      test: reconcilePayment,
      title: 'is created once, even for ten requests at once',
    },
    {
      why: 'an ordered cart cannot be paid again',
      text: "if (cart.state === 'ordered') return refuse('cart-ordered')",
      test: startPayment,
      title:
        'is refused for an ordered cart, for an amount of zero and after the voucher expired (PAY-1, PAY-5)',
    },
    {
      why: 'the state of the voucher is checked',
      text: 'if (voucherProblem) return voucherProblem',
      test: startPayment,
      title:
        'is refused for an ordered cart, for an amount of zero and after the voucher expired (PAY-1, PAY-5)',
    },
    {
      why: 'the cart rules are checked',
      text: 'if (problem) return problem',
      test: convertCart,
      title: 'C: on channel 1014 at most two points above the voucher',
    },
    {
      why: 'no card payment starts when no euros are due',
      text: "if (cents === 0) return refuse('nothing-to-pay')",
      test: startPayment,
      title:
        'is refused for an ordered cart, for an amount of zero and after the voucher expired (PAY-1, PAY-5)',
    },
    {
      why: 'the amount must be the amount due',
      text: "if (centsFromEuros(request.amount) !== cents) return refuse('amount-differs', { field: 'amount' })",
      test: reconcilePayment,
      title: 'is exactly five euros per point above the voucher, and any other amount is refused',
    },
    {
      why: 'a payment of another amount is not returned again',
      text: 'existing.cents === cents &&',
      test: startPayment,
      title: 'starts a new payment if a different amount is due',
    },
    {
      why: 'an expired payment is not returned again',
      text: '&&\n    payment.expires_at > shop.ports.clock.now()',
      test: startPayment,
      title: 'does not release a payment that has replaced a rejected one',
    },
    {
      why: 'the previous payment is released',
      text: 'if (existing) await releaseHoldOf(shop, sql, existing)',
      test: startPayment,
      title: 'does not release a payment that has replaced a rejected one',
    },
    {
      why: 'the points are reserved',
      text: '    points: pointsPaid(total, cart.available),',
      instead: '    points: 0,',
      test: reconcilePayment,
      title: 'reserves points and units while it is open, and releases them when it ends',
    },
    {
      why: 'the units are reserved',
      text: 'if (rows.length > 0) await sql`insert into stock_reservation ${sql(rows)}`',
      test: reconcilePayment,
      title: 'reserves points and units while it is open, and releases them when it ends',
    },
    {
      why: 'a payment that the provider refused reserves nothing',
      text: 'if (error instanceof ServiceRefused) await releaseReservation(shop, payment)',
      test: startPayment,
      title:
        'releases a payment that the provider rejects, and the next attempt starts a new one (PAY-5)',
    },
    {
      why: 'another payment is not released instead of this one',
      text: 'current?.key === key && current.id === null',
      instead: 'current',
      test: startPayment,
      title: 'does not release a payment that has replaced a rejected one',
    },
    {
      why: 'a payment that was released while the provider answered is cancelled at the provider',
      text: "if (saved?.outcome === 'released') {",
      instead: "if (noted?.outcome === 'never') {",
      test: startPayment,
      title:
        'is cancelled at the provider if the cart changed before the payment got its id (PAY-5)',
    },
  ]),
  ...inFile('server/modules/payments/reconcile-payment.ts', [
    {
      why: 'balance and cart are locked before the state of a payment changes',
      text: 'const cart = await lockCart(sql, before.voucher_id, before.cart_guid)',
      instead: `const cart = await ${findCart}(sql, before.voucher_id, before.cart_guid)`,
      test: reconcilePayment,
      title: 'waits for a change in progress, and is refunded',
    },
    {
      why: 'a late payment does not replace another payment in progress',
      text: 'heldByAnother: cart.payment !== null && cart.payment.key !== key',
      instead: 'heldByAnother: false',
      test: reconcilePayment,
      title: 'that is late is refunded while another payment is open for the same cart',
    },
    {
      why: 'a cart with a late payment must still meet the rules (B42)',
      text: 'if (notReady(cart, model, config.GIFTPOINT_RULE_C_CHANNEL)) return undefined',
      test: reconcilePayment,
      title: 'that is late is refunded if the order could not be placed now',
    },
    {
      why: 'a late payment must cover the amount due',
      text: 'return due === payment.cents ? { cart, model } : undefined',
      instead: 'return { cart, model }',
      test: reconcilePayment,
      title: 'that is late is refunded if another amount is due now',
    },
    {
      why: 'a payment whose order the database refuses for good is refunded',
      text: "shop.log.error({ err: error, payment: order.payment.key }, 'order of a paid cart failed')",
      instead: 'throw error',
      test: blockedOrder,
      title: 'is refunded when the database refuses the order',
    },
    {
      why: 'a refunded payment leaves no points reserved',
      text: "if (payment.outcome === 'held') await releaseHoldOf(shop, sql, payment)",
      test: blockedOrder,
      title:
        'is refunded when the cart can no longer be delivered, and the order is not retried (PAY-5)',
    },
    {
      why: 'a payment without an order is refunded',
      text: 'await refundOwedMoney(shop, sql, after, reported)',
      test: reconcilePayment,
      title: 'is refunded once, and payment and refund are both stored',
    },
    {
      why: 'a payment that ended releases its reservations',
      text: 'if (step.releaseHold) await releaseHoldOf(shop, sql, payment)',
      test: reconcilePayment,
      title: 'reserves points and units while it is open, and releases them when it ends',
    },
    {
      why: 'other payments of an ordered cart are cancelled at the provider',
      text: 'if (late) await cancelOtherPayments(shop, sql, payment)',
      test: reconcilePayment,
      title: 'that is late closes other payments of the cart',
    },
    {
      why: 'a notification that arrived meanwhile is kept',
      text: '      : payment.next_poll_at\n',
      instead: '      : null\n',
      test: pollProvider,
      title: 'is polled again if a notification came while a poll was in progress',
    },
    {
      why: 'the provider is not asked about a payment in a final state',
      text: "return outcome === 'released' && state !== 'creating' && isFinal(state) && state !== 'paid'",
      instead: 'return state === outcome',
      test: pollProvider,
      title: 'is not polled for a payment that has ended',
    },
  ]),
  ...inFile('server/modules/payments/refunds-and-chargebacks.ts', [
    {
      why: 'a payment without an order is refunded once (B42)',
      text: 'if (!row || row.tried) return',
      instead: 'if (!row) return',
      test: refundsAndChargebacks,
      title: 'that failed can be repeated once only, with or without an order',
    },
    {
      why: 'cents that were refunded before are not refunded again',
      text: 'Math.min(payment.cents, reported.cents) - Math.max(row.returned, returnedCents(reported))',
      instead: 'Math.min(payment.cents, reported.cents)',
      test: refundsAndChargebacks,
      title: 'contains only the remaining amount after a partial refund at the provider',
    },
    {
      why: 'cents of a reversed chargeback count as paid again',
      text: 'reported.chargebacks.filter(({ reversedAt }) => reversedAt === null)',
      instead: 'reported.chargebacks',
      test: refundsAndChargebacks,
      title: 'is not sent after a chargeback of the amount, and is sent once after its reversal',
    },
    {
      why: 'a chargeback that is reported twice is stored once',
      text: 'on conflict (id) do nothing`',
      instead: '`',
      test: refundsAndChargebacks,
      title: 'is not needed for a chargeback of an order, which is found once by the',
    },
    {
      why: 'a late report does not change the final state of a refund',
      text: 'const state = refundAfter(refund.state, reported.state)',
      instead: 'const state = reported.state',
      test: refundsAndChargebacks,
      title: 'is reported to staff by log, metric and check',
    },
    {
      why: 'a failed refund is not stored as done (B42)',
      text: 'const state = refundAfter(refund.state, reported.state)',
      instead:
        "const state = reported.state === 'failed' ? 'refunded' : refundAfter(refund.state, reported.state)",
      test: refundsAndChargebacks,
      title: 'is reported to staff by log, metric and check',
    },
    {
      why: 'a refund without an answer of the provider is found by its key',
      text: 'id === null && key === refund.key',
      instead: 'id === null && key === refund.id',
      test: refundsAndChargebacks,
      title: 'is sent once when its job runs several times at once and the responses are lost',
    },
  ]),
  ...inFile('server/modules/payments/send-refund.ts', [
    {
      why: 'the provider is asked for refunds before money is sent',
      text: 'await reconcilePayment(shop, before.payment_key)',
      test: refundsAndChargebacks,
      title: 'is not sent if the amount is',
    },
    {
      why: 'no more is refunded than the payment still holds',
      text: 'if (left < refund.cents) {',
      instead: 'if (left < 0) {',
      test: refundsAndChargebacks,
      title: 'is not sent if the amount is',
    },
    {
      why: 'a refund that was sent is not stored as refused',
      text: "if (save === saveRefusedRefund && current.state !== 'waiting') return undefined",
      test: refundsAndChargebacks,
      title: 'is not stored as refused when another process has sent it meanwhile',
    },
  ]),
  ...inFile('server/modules/payments/poll-provider.ts', [
    {
      why: 'the provider gets one question at a time, over all processes',
      text: 'and (poll_allowed_from <= ${new Date(startedAt)} or poll_allowed_from > ${new Date(startedAt + 2 * REQUEST_LEASE_MS)})`',
      instead: '`',
      test: pollProvider,
      title:
        'is polled once at a time and at most once per second for each payment, by two processes',
    },
    {
      why: 'a notification that arrives too early is stored',
      text: 'await pollSoon(shop, key)\n  await (shop.pendingPolls',
      instead: 'await (shop.pendingPolls',
      test: pollProvider,
      title: 'is polled again, by any process, if a notification came too soon after a poll',
    },
  ]),
  ...inFile('server/modules/payments/poll-payments.timer.ts', [
    {
      why: 'a refund is sent again until it succeeds',
      text: 'for (const refund of waiting) await sendRefund(shop, refund.key)',
      test: refundsAndChargebacks,
      title: 'is sent by the poller of another process when its job has failed',
    },
  ]),
  ...inFile('server/modules/payments/payment.shop-routes.ts', [
    {
      why: 'a payment is shown to its voucher holder only',
      text: '!payment || payment.voucher_id !== holder.voucherId',
      instead: '!payment',
      test: reconcilePayment,
      title: 'of another recipient returns 404',
    },
    {
      why: 'the browser is redirected to hosts of the shop only',
      text: 'if (!isOwn) return undefined',
      test: reconcilePayment,
      title: 'sends the browser to configured hosts only',
    },
  ]),
  ...inFile('server/app/sandbox-mailbox.ts', [
    {
      why: 'the sandbox mailbox escapes subjects (B42)',
      text: '${escapeHtml(subject)}</span>`',
      instead: '${subject}</span>`',
      test: 'server/modules/support/support.shop-routes.test.ts',
      title: 'shows HTML in a subject as plain text in the sandbox mailbox',
    },
  ]),
  ...inFile('server/modules/payments/payment.jobs.ts', [
    {
      why: 'a payment that arrived just before the cancellation is noticed',
      text: 'await reconcilePayment(shop, key)',
      test: reconcilePayment,
      title: 'that is paid just before its cancellation is found by the cancellation (PAY-5)',
    },
  ]),
  ...inFile('server/modules/payments/payment.sql.ts', [
    {
      why: 'stock is locked in SKU order',
      text: ' order by sku for update`',
      instead: '`',
      test: releaseHold,
      title: 'returns units to stock in SKU order',
    },
    {
      why: 'reserved units are released',
      text: 'await sql`delete from stock_reservation where payment_key = ${key}`',
      test: reconcilePayment,
      title: 'reserves points and units while it is open, and releases them when it ends',
    },
  ]),
  ...inFile('server/modules/cart/release-hold.ts', [
    {
      why: 'reserved points are released',
      text: 'if (payment.reservation_id !== null) {',
      instead: 'if (payment.reservation_id === -1) {',
      test: reconcilePayment,
      title: 'reserves points and units while it is open, and releases them when it ends',
    },
    {
      why: 'the provider is told to cancel the payment',
      text: 'if (payment.id) {',
      instead: "if (payment.id === '') {",
      test: reconcilePayment,
      title: 'is cancelled at the provider when the cart changes',
    },
  ]),
  ...inFile('server/modules/cart/change-cart.ts', [
    {
      why: 'a changed cart releases its payment',
      text: 'if (cart) await releaseHold(shop, sql, cart)',
      test: reconcilePayment,
      title: 'is cancelled at the provider when the cart changes',
    },
    {
      why: 'an emptied cart releases its payment',
      text: '    await releaseHold(shop, sql, cart)\n    await sql`delete from cart_line',
      instead: '    await sql`delete from cart_line',
      test: startPayment,
      title: 'is released by every change of the cart (PAY-3, PAY-5)',
    },
  ]),
  ...inFile('server/modules/cart/save-address.ts', [
    {
      why: 'a cart with a new address releases its payment',
      text: 'await releaseHold(shop, sql, cart)',
      test: startPayment,
      title: 'is released by every change of the cart (PAY-3, PAY-5)',
    },
  ]),
  ...inFile('server/modules/cart/choose-delivery.ts', [
    {
      why: 'a cart with another delivery releases its payment',
      text: 'await releaseHold(shop, sql, cart)',
      test: startPayment,
      title: 'is released by every change of the cart (PAY-3, PAY-5)',
    },
    {
      why: 'only an offered pickup point can be chosen',
      text: "if (!delivery) return refuse('not-offered')",
      test: cartRoutes,
      title: 'accepts only an option that was offered for this cart',
    },
  ]),
  ...inFile('server/modules/orders/order.sql.ts', [
    {
      why: 'an order is locked before its holder changes it',
      text: ' and voucher_id = ${voucherId} for no key update`',
      instead: ' and voucher_id = ${voucherId}`',
      test: cancelOrder,
      title: 'waits for a release in progress, and is refused then',
    },
    {
      why: 'a holder cannot lock the order of another holder',
      text: ' and voucher_id = ${voucherId} for no key update`',
      instead: ' for no key update`',
      test: withdrawOrder,
      title: 'is refused within the cancellation window, for unknown lines, and for other holders',
    },
    {
      why: 'an order is locked before it is released',
      text: 'where number = ${number} for no key update`',
      instead: 'where number = ${number}`',
      test: fulfilmentJobs,
      title: 'happens once for several attempts at once',
    },
    {
      why: 'an order is shown to its holder only',
      text: 'return order?.voucherId === voucherId ? order : undefined',
      instead: 'return order',
      test: orderRoutes,
      title: 'returns 404 for the order of another holder, like for a missing one',
    },
  ]),
  ...inFile('server/modules/mail/delivery/mail.sql.ts', [
    {
      why: 'an email is sent by one process at a time (B49)',
      text: 'update mail set leaving_until = ${until}\n    from free',
      instead: 'update mail set leaving_until = null\n    from free',
      test: mailServerOutage,
      title:
        'keeps no transaction open while the mail server does not answer, and sends each of eight mails once',
    },
    {
      why: 'a sent email is stored as sent and is not sent again (B49)',
      text: "where mail.id = result.id and mail.state = 'queued'\n      and (result.state <> 'queued' or leaving_until = ${until})",
      instead: 'where mail.id = result.id',
      test: mailServerOutage,
      title:
        'leaves a mail to the process that has leased it since, when its own attempt fails late',
    },
  ]),
  ...inFile('server/modules/mail/delivery/mail.jobs.ts', [
    {
      why: 'an email that another process has leased is looked at again later (B49)',
      text: '      await scheduleRetry(shop, remaining, until)\n',
      test: mailServerOutage,
      title: 'sends a mail again after its lease has expired when the process died',
    },
    {
      why: 'no email is sent when its lease is about to end (B49)',
      text: 'until.getTime() - ports.clock.now().getTime() < SENDING_MS',
      instead: 'until.getTime() < 0',
      test: mailServerOutage,
      title: 'does not start sending when its lease has almost expired',
    },
  ]),
  ...inFile('server/modules/mail/queue/queue-mail.ts', [
    {
      why: 'one subject gets one email of a kind',
      text: 'on conflict do nothing returning id`',
      instead: 'returning id`',
      test: 'server/modules/mail/queue/queue-mail.test.ts',
      title: 'queues one mail for each address in a race of eight calls',
    },
  ]),
  ...inFile('server/modules/orders/cancel-order.ts', [
    {
      why: 'an order is cancelled once',
      text: "if (order.state === 'cancelled') return order",
      test: cancelOrder,
      title: 'happens once for several clicks',
    },
    {
      why: 'an order is cancelled only within its window',
      text: "if (!isOrderUndoable(order, shop.ports.clock.now())) return refuse('undo-closed')",
      test: cancelOrder,
      title: 'is refused after the window, and for the order of another holder',
    },
    {
      why: 'cents of a chargeback are not refunded',
      text: 'const cents = order.centsPaid - (row?.returned ?? 0)',
      instead: 'const cents = order.centsPaid',
      test: refundsAndChargebacks,
      title: 'is not sent for a cancelled order after a chargeback of the amount',
    },
    {
      why: 'the units go back to stock',
      text: 'await returnStock(sql, order, at)',
      test: cancelOrder,
      title: 'refunds points and euros, restocks the gifts, and says so',
    },
    {
      why: 'the money is refunded',
      text: 'if (paymentKey !== null) await refundMoney(shop, sql, order, paymentKey)',
      test: cancelOrder,
      title: 'refunds points and euros, restocks the gifts, and says so',
    },
  ]),
  ...inFile('server/modules/orders/restore-cart-from-order.ts', [
    {
      why: 'all stock levels are locked in SKU order',
      text: `    await lockStockLevels(sql, [
      ...new Set([...skusTakenFromStock(order), ...cart.lines.map(({ sku }) => sku)]),
    ])`,
      test: restoreCart,
      title: 'locks all stock levels in SKU order, including those of the receiving cart',
    },
    {
      why: 'an order is restored into one cart, once',
      text: "if (order.cancellation?.kind === 'reopened') {",
      instead: "if (order.cancellation?.kind === 'never') {",
      test: restoreCart,
      title: 'happens once, and returns the same cart to each request',
    },
    {
      why: 'a cancelled order is not restored again',
      text: "if (order.state === 'cancelled') return refuse('order-cancelled')",
      test: restoreCart,
      title:
        'is refused for a cancelled order, for the order of another holder, and after the window',
    },
    {
      why: 'an order is restored only within its window',
      text: "if (!isOrderUndoable(order, shop.ports.clock.now())) return refuse('undo-closed')",
      test: restoreCart,
      title:
        'is refused for a cancelled order, for the order of another holder, and after the window',
    },
    {
      why: 'the payment of the cart that receives the lines is released',
      text: 'await releaseHold(shop, sql, cart)',
      test: restoreCart,
      title: 'releases the payment of the receiving cart',
    },
    {
      why: 'no more units than are in stock are restored into the cart',
      text: 'Math.min(gift.quantity, levels.get(sku) ?? Infinity, room)',
      instead: 'Math.min(gift.quantity, room)',
      test: restoreCart,
      title: 'leaves out gifts that are no longer offered, and units that the cart already has',
    },
    {
      why: 'gifts that are no longer offered are not restored into the cart',
      text: 'model.offers.has(spliId) && !(isNew && lineCount >= MAX_CART_LINES)',
      instead: '!(isNew && lineCount >= MAX_CART_LINES)',
      test: restoreCart,
      title: 'leaves out gifts that are no longer offered, and units that the cart already has',
    },
  ]),
  ...inFile('server/modules/tasks/task-list.sql.ts', [
    {
      why: 'tasks are locked by the colleague who resolves them, so that a failed refund is repeated once',
      text: 'order by id for update`',
      instead: 'order by id`',
      test: taskRoutes,
      title: 'repeats a failed refund once in a race of eight, and closes an accepted chargeback',
    },
  ]),
  ...inFile('server/modules/orders/staff/order-address.staff-routes.ts', [
    {
      why: 'an address change applies to the version of the order that the colleague saw',
      text: `if (addressVersion(order) !== stands) {
        if (isUnchanged(order, prepared)) throw new AlreadySaved()
        return refuseStaff('changed-since', { changes: changedSince(order, stands) })
      }`,
      test: orderAddress,
      title:
        'previews the effects of another address, changes only those, and informs both email addresses',
    },
  ]),
  ...inFile('server/modules/finance/accounting-month.staff-routes.ts', [
    {
      why: 'a month is closed with the figures that the colleague saw',
      text: "if (hashOfSums(money, vat) !== seen) return refuseStaff('changed-since')",
      test: accountingMonth,
      title:
        'closes a month once with its reported figures, and reports later corrections in the next month',
    },
    {
      why: 'months are closed one after the other',
      text: 'await lockMonths(sql)',
      test: accountingMonth,
      title:
        'closes a month once with its reported figures, and reports later corrections in the next month',
    },
  ]),
  ...inFile('server/modules/refunds/credit-withdrawals.timer.ts', [
    {
      why: 'nothing is refunded before the legal date',
      text: 'creditDueAtMs(at.getTime(), zone) <= now.getTime()',
      instead: 'creditDueAtMs(at.getTime(), zone) <= Infinity',
      test: creditWithdrawals,
      title:
        'refunds on the legal date on channels with this setting, and creates a task on channels that wait for the gifts',
    },
  ]),
  ...inFile('server/modules/orders/lines/stop-fulfilment.ts', [
    {
      why: 'a supplier is no longer asked for gifts that a refund cancelled',
      text: 'if (isFromSupplier) await',
      instead: 'if (isFromSupplier && at.getTime() === 0) await',
      test: stopFulfilment,
      title:
        'asks whether to stop a gift that was not sent yet, and stops it with its supplier in the transaction of the refund',
    },
    {
      why: 'units that the warehouse may have packed are not sold again',
      text: "isFromSupplier ? 'shelf' : 'written-off'",
      instead: "isFromSupplier ? 'shelf' : 'shelf'",
      test: stopFulfilment,
      title:
        'removes a stopped gift from the warehouse order, and restocks it once the warehouse agrees',
    },
  ]),
  ...inFile('server/modules/refunds/propose-credit.ts', [
    {
      why: 'a supplier that has confirmed is told before its gift is cancelled',
      text: '[`unsent ${line}`, by]',
      instead: "[`unsent ${line}`, by === 'confirmed' ? 'supplier' : by]",
      test: stopFulfilment,
      title:
        'reports a supplier’s confirmation that arrived meanwhile, and stops a confirmed gift after the colleague saw that',
    },
    {
      why: 'a refund proposal is booked only on the order as it was when the proposal was made',
      text: 'return change.before === change.after ? [] : [change]',
      instead: 'return was !== is || was === is ? [] : [{ what, before: was, after: is }]',
      test: creditRoutes,
      title: 'books one of eight proposals made at once, and reports the change to the others',
    },
    {
      why: 'cents of a chargeback are not refunded a second time',
      text: 'order.centsPaid - creditedCents(order) - elsewhere)',
      instead: 'order.centsPaid - creditedCents(order))',
      test: creditRefunds,
      title:
        'does not refund what a chargeback returned, and refunds points first if the channel is set so',
    },
  ]),
  ...inFile('server/modules/refunds/withdraw-order.ts', [
    {
      why: 'a withdrawal that is sent twice is stored once',
      text: 'if (before) return repeated(order, before, input)',
      test: withdrawOrder,
      title: 'is stored once for several requests with one key',
    },
    {
      why: 'a withdrawal key that was used for other gifts is refused',
      text: 'chosen.length > 0 && linesKey(chosen) !== linesKey(saved)',
      instead: 'chosen.length < 0',
      test: withdrawOrder,
      title: 'is stored once for several requests with one key',
    },
    {
      why: 'the cancellation window comes before withdrawal',
      text: "if (isOrderUndoable(order, now)) return refuse('undo-open')",
      test: withdrawOrder,
      title: 'is refused within the cancellation window, for unknown lines, and for other holders',
    },
    {
      why: 'no more units are withdrawn than are left',
      text: "if (quantity > left) return refuse('too-many-withdrawn')",
      test: withdrawOrder,
      title: 'is refused within the cancellation window, for unknown lines, and for other holders',
    },
    {
      why: 'a line is named once',
      text: 'if (chosen.some((added) => added.line === line))',
      instead: 'if (lines.length < 0)',
      test: withdrawOrder,
      title: 'is refused within the cancellation window, for unknown lines, and for other holders',
    },
    {
      why: 'earlier withdrawals count',
      text: 'splitCredit(points, amountOwed(order), order.creditFirst)',
      instead:
        'splitCredit(points, { points: order.pointsPaid, cents: order.centsPaid }, order.creditFirst)',
      test: withdrawOrder,
      title: 'refunds card payments before points',
    },
    {
      why: 'an order is locked before gifts are withdrawn',
      text: 'const order = await lockOwnOrder(sql, ownOrder.number, ownOrder.voucherId)',
      instead: 'const order = await findOwnOrder(sql, ownOrder.number, ownOrder.voucherId)',
      test: withdrawOrder,
      title: 'never exceeds the ordered units, even with several requests at once',
    },
  ]),
  ...inFile('server/modules/orders/change-order.ts', [
    {
      why: 'an order in transit cannot be changed',
      text: "if (!isOrderUndoable(order, shop.ports.clock.now())) return refuse('undo-closed')",
      test: changeOrder,
      title: 'refuses changes to the order of another holder, and to an order in transit',
    },
    {
      why: 'only an offered gift can be chosen',
      text: "if (!chosen) return refuse('not-offered')",
      test: changeOrder,
      title: 'refuses an option that was not offered for this order at this address',
    },
  ]),
  ...inFile('server/modules/orders/replacements/answer-replacement.ts', [
    {
      why: 'a replacement is chosen once',
      text: "    if (replacementOffer.outcome !== null) return refuse('choice-over')\n",
      test: answerReplacement,
      title:
        'sends its holder a link, accepts another gift once, and ships it in a parcel of its own',
    },
    {
      why: 'only a gift in stock can be chosen as a replacement',
      text: '  if (!gift) return refuse(await whyUnavailable(sql, offer, replacementOffer))\n',
      test: answerReplacement,
      title: 'gives the last unit to one of two holders, and informs the other',
    },
  ]),
  ...inFile('server/modules/orders/lines/cancel-line.ts', [
    {
      why: 'units that are missing everywhere are written off, and the stock level stays the same',
      text: "    { ...move, quantity: -quantity, reason: 'damaged' },\n",
      test: answerReplacement,
      title:
        'sends its holder a link, accepts another gift once, and ships it in a parcel of its own',
    },
  ]),
  ...inFile('server/modules/orders/replacements/start-replacement.ts', [
    {
      why: 'a supplier is no longer asked for a gift that became unavailable',
      text: "  if (deliveryCondition === 'dropship')\n    await withdrawPurchaseLines(shop, sql, order, { line, round, at })\n",
      test: 'server/modules/fulfilment/suppliers/withdraw-purchase-lines.test.ts',
      title:
        'is notified at once of units that became unavailable in the back office, and sends the rest',
    },
  ]),
  ...inFile('server/modules/fulfilment/suppliers/answer-purchase-order.ts', [
    {
      why: 'a supplier answers for a line once',
      text: "    if (!states.includes('gone')) return 'late'\n    // If some lines are still wanted, the supplier must know that its answer was not saved.\n    return states.includes('open') ? 'changed' : 'gone'\n",
      test: 'server/modules/fulfilment/suppliers/purchase-order.supplier-routes.test.ts',
      title:
        'opens one order without an account, ships a line with tracking and declines one, which its recipient replaces',
    },
  ]),
  ...inFile('server/modules/orders/lines/update-line-states.ts', [
    {
      why: 'a cancelled line does not become active again',
      text: ' &&\n      canMoveLine(lineState(line.state), to)',
      test: warehouseEvents,
      title: 'does not reactivate a cancelled order',
    },
  ]),
  ...inFile('server/modules/fulfilment/warehouse/warehouse-events.timer.ts', [
    {
      why: 'one process at a time reads the warehouse events',
      text: "if (!('holder' in request)) return 0",
      test: warehouseEvents,
      title: 'is run by one process at a time',
    },
    {
      why: 'an event that arrives twice moves nothing',
      text: '  if (await isKnownEvent(sql, order, sourceId)) return\n',
      instead: '',
      test: warehouseEvents,
      title: 'changes nothing and sends nothing when the same events arrive again',
    },
  ]),
  ...inFile('server/modules/fulfilment/fulfilment.jobs.ts', [
    {
      why: 'units that the warehouse left out are in stock again',
      text: 'await restockStopped(sql, order, { fallen, round, at })',
      test: stopFulfilment,
      title:
        'removes a stopped gift from the warehouse order, and restocks it once the warehouse agrees',
    },
    {
      why: 'an order is released once',
      text: "if (order?.state !== 'placed') return",
      instead: 'if (!order) return',
      test: fulfilmentJobs,
      title: 'never happens for a cancelled order',
    },
    {
      why: 'an order is released after its window only',
      text: 'if (now < order.changeableUntil) {',
      instead: 'if (now.getTime() < 0) {',
      test: fulfilmentJobs,
      title: 'waits while the holder can still change the order, and happens afterwards',
    },
  ]),
  ...inFile('server/http/endpoint/idempotency.ts', [
    {
      why: 'a write that arrives twice is carried out once',
      text: 'if (!(await store.claim())) return',
      instead: 'if ((await store.claim()) === null) return',
      test: cartRoutes,
      title: 'are added once when a write with one Idempotency-Key arrives ten times',
    },
  ]),
  ...inFile('server/platform/db/schema/14-vouchers.sql', [
    {
      why: 'a balance never goes below zero',
      text: 'check (granted - reserved - spent - expired >= 0)',
      instead: 'check (true)',
      test: convertCart,
      title: 'never lets a balance go below zero, whichever code writes the entry',
    },
    {
      why: 'a reservation ends once',
      text: 'create unique index ledger_resolved_once',
      instead: 'create index ledger_resolved_once',
      test: convertCart,
      title: 'ends a reservation once, and refunds no more points than were spent',
    },
    {
      why: 'the ledger cannot be truncated',
      text: 'create trigger ledger_no_truncate before truncate on ledger\n  for each statement execute function append_only();',
      test: convertCart,
      title: 'is append-only: the database refuses to change or delete an entry',
    },
    {
      why: 'the ledger is append-only',
      text: 'create trigger ledger_append_only before update or delete on ledger\n  for each row execute function append_only();',
      test: convertCart,
      title: 'is append-only: the database refuses to change or delete an entry',
    },
  ]),
  ...inFile('server/platform/db/schema/23-mail.sql', [
    {
      why: 'one subject gets one email of a kind',
      text: 'unique (template, subject_id, recipient, month, copy)',
      instead: 'unique (id, template, subject_id, recipient, month, copy)',
      test: closedMonths,
      title:
        'stores an email, an event and a parcel once, even if it is reported again in another month',
    },
  ]),
  ...inFile('server/platform/db/schema/18-payments.sql', [
    {
      why: 'a chargeback is never changed',
      text: 'create trigger chargeback_append_only before update or delete on chargeback\n  for each row execute function append_only();',
      test: refundsAndChargebacks,
      title: 'is protected from impossible changes by the database',
    },
    {
      why: 'an accepted loss needs a reason',
      text: "check (kind <> 'accepted' or note <> '')",
      instead: 'check (true)',
      test: refundsAndChargebacks,
      title: 'is not needed for a chargeback of an order, which is found once by the',
    },
    {
      why: 'the end of a chargeback is never changed',
      text: "create trigger chargeback_end_append_only before update or delete on chargeback_end\n  for each row execute function facts_are_immutable('note');",
      test: refundsAndChargebacks,
      title: 'is protected from impossible changes by the database',
    },
  ]),
  ...inFile('server/platform/db/schema/19-orders.sql', [
    {
      why: 'an order is cancelled completely',
      text: 'create constraint trigger cancellation_is_complete after insert on order_cancellation\n  deferrable initially deferred for each row execute function cancellation_is_complete();',
      test: cancelOrder,
      title: 'refuses an incomplete cancellation',
    },
    {
      why: 'an event of the warehouse is stored once',
      text: 'create unique index order_event_source',
      instead: 'create index order_event_source',
      test: closedMonths,
      title:
        'stores an email, an event and a parcel once, even if it is reported again in another month',
    },
  ]),
  ...inFile('server/platform/db/functions/months.sql', [
    {
      why: 'a closed month cannot be changed',
      text: 'if exists (select from closed_month_hash where month = asked) then',
      instead: 'if false then',
      test: closedMonths,
      title: 'refuses every write to a closed month in the database',
    },
    {
      why: 'closing a month waits for writes to it',
      text: '  perform pg_advisory_xact_lock_shared(7134205,',
      instead: '  perform (7134205,',
      test: closedMonths,
      title:
        'closes a month once for eight simultaneous requests, with all rows written before, and not at all after a crash',
    },
  ]),
  ...inFile('server/modules/payments/fetch-settlements.ts', [
    {
      why: 'a settlement that two processes read at the same time is stored once',
      text: '        on conflict do nothing`',
      instead: '`',
      test: settlements,
      title:
        'reads each settlement once, to its last page, and finds that the sums agree to the cent',
    },
    {
      why: 'the parts of a settlement are stored by the process that stored the settlement',
      text: '      if (inserted.count === 0) return\n',
      test: settlements,
      title:
        'reads each settlement once, to its last page, and finds that the sums agree to the cent',
    },
    {
      why: 'a stored settlement is not fetched again',
      text: '    if (known) {',
      instead: '    if (known && settlement.cents < -1e12) {',
      test: settlements,
      title:
        'reads each settlement once, to its last page, and finds that the sums agree to the cent',
    },
    {
      why: 'a settlement is stored with all its parts',
      text: 'await sql.begin(async (sql) => {',
      instead: 'await ((run) => run(sql))(async (sql) => {',
      test: settlements,
      title:
        'stores a settlement with all of its parts or not at all, and reads it completely the next time',
    },
  ]),
  ...inFile('server/modules/vouchers/expiry/expire-vouchers.timer.ts', [
    {
      why: 'a voucher in use does not block the expiry of the other vouchers',
      text: 'order by valid_until, voucher.id limit ${CHUNK_SIZE} for update of voucher_balance skip locked`',
      instead: 'order by valid_until, voucher.id limit ${CHUNK_SIZE}`',
      test: expireVouchers,
      title: 'skips vouchers whose balance is locked, and vouchers whose end was moved meanwhile',
    },
    {
      why: 'a voucher whose end was postponed meanwhile does not expire',
      text: '      order by id for no key update`',
      instead: '      order by id`',
      test: expireVouchers,
      title: 'skips vouchers whose balance is locked, and vouchers whose end was moved meanwhile',
    },
  ]),
  ...inFile('server/modules/vouchers/code-export/export-codes.ts', [
    {
      why: 'a recipient who got another code meanwhile keeps it',
      text: 'and voucher.lookup is null and blocked_at is null`\n  if',
      instead: 'and blocked_at is null`\n  if',
      test: exportCodes,
      title: 'contains no second code for a recipient who got one while the export was interrupted',
    },
  ]),
  ...inFile('server/modules/vouchers/batches/batch.staff-routes.ts', [
    {
      why: 'codes count as exported only when all bytes were sent',
      text: 'const isComplete = reply.raw.writableFinished',
      instead: 'const isComplete = true',
      test: exportCodes,
      title:
        'reports after an interruption that it is unknown who has the codes, and otherwise that all were sent',
    },
  ]),
  ...inFile('server/modules/vouchers/actions/replace-code.staff-routes.ts', [
    {
      why: 'of two requests for a new code of a voucher, one waits',
      text: 'batch.is_exporting || !(',
      instead: '!(',
      test: exportCodes,
      title: 'replaces no code while the codes of its batch are being exported',
    },
  ]),
  ...inFile('server/modules/vouchers/actions/points.staff-routes.ts', [
    {
      why: 'an expired or erased voucher is granted no points',
      text: "    if (!balance.is_open) return refuseStaff('no-longer-possible')\n",
      test: approvals,
      title: 'refuses points for an expired or erased voucher, directly or by approval',
    },
  ]),
  ...inFile('server/modules/vouchers/actions/grant-points.ts', [
    {
      why: 'an approval grants an expired voucher no points either',
      text: 'balance?.is_open ?',
      instead: 'balance ?',
      test: approvals,
      title: 'refuses points for an expired or erased voucher, directly or by approval',
    },
  ]),
  ...inFile('server/modules/catalog/imports/undo-import.ts', [
    {
      why: 'the undo of an import does not replace a later stock count',
      text: 'correction.counted_since || onHand < correction.reserved',
      instead: 'onHand < correction.reserved',
      test: importUndo,
      title:
        'keeps a stock level that was counted later, or that is reserved for a payment, when a count is undone',
    },
  ]),
  ...inFile('server/platform/db/functions/expiry.sql', [
    {
      why: 'points expire only in the amount that the ledger shows',
      text: "raise exception 'voucher_expiry: % is not what the ledger says', new.id using errcode = 'check_violation';",
      instead: 'null;',
      test: expireVouchers,
      title: 'skips vouchers whose balance is locked, and vouchers whose end was moved meanwhile',
    },
    {
      why: 'a booked expiry is never changed',
      text: "raise exception 'voucher_expiry: what ended stays, and is given back once' using errcode = 'insufficient_privilege';",
      instead: 'return new;',
      test: expireVouchers,
      title:
        'expires points once with their voucher, by the agreed rule, and informs each reachable holder once',
    },
  ]),
  ...inFile('server/modules/orders/replacements/replacement.timer.ts', [
    {
      why: 'a holder gets one reminder',
      text: '    if (reminded.count === 0) return\n',
      test: answerReplacement,
      title:
        'reminds the holder once and refunds by itself after the last day, in the time zone of the channel',
    },
  ]),
  ...inFile('server/platform/db/functions/replacements.sql', [
    {
      why: 'a replacement is answered once, by holder or colleague',
      text: "raise exception 'replacement_offer: is answered once' using errcode = 'insufficient_privilege';",
      instead: 'null;',
      test: answerReplacement,
      title: 'is reported by the consistency check if a row differs',
    },
  ]),
  ...inFile('server/platform/db/functions/credits.sql', [
    {
      why: 'two refunds of one line wait for each other',
      text: 'where order_number = new.order_number and line = new.line for update;',
      instead: 'where order_number = new.order_number and line = new.line;',
      test: creditLimits,
      title: 'makes two refunds of one line wait for each other, whichever code writes them',
    },
    {
      why: 'no unit is refunded twice',
      text: 'if bought is null or credited + withdrawn + new.quantity > bought then',
      instead: 'if bought is null then',
      test: creditLimits,
      title: 'is refused by the database above the amount paid, whichever code writes it',
    },
    {
      why: 'no more points are refunded than were paid',
      text: 'if sums.points > sold.points_paid or sums.cents',
      instead: 'if sums.cents',
      test: creditLimits,
      title: 'is refused by the database above the amount paid, whichever code writes it',
    },
    {
      why: 'no more euros are refunded than were paid',
      text: 'or sums.cents > sold.cents_paid\n',
      instead: '\n',
      test: creditLimits,
      title: 'is refused by the database above the amount paid, whichever code writes it',
    },
    {
      why: 'no more VAT is refunded per rate than was charged',
      text: 'having sum(back.cents) > coalesce(paid.cents, 0) or sum(back.vat_cents) > coalesce(paid.vat_cents, 0))',
      instead: 'having false)',
      test: creditLimits,
      title: 'is refused by the database above the amount paid, whichever code writes it',
    },
    {
      why: 'the points of a refund are in the balance',
      text: "raise exception 'credit: the points of % are not in the balance', new.number using errcode = 'check_violation';",
      instead: 'null;',
      test: creditLimits,
      title: 'is refused by the database above the amount paid, whichever code writes it',
    },
    {
      why: 'the euros of a refund have a refund payment',
      text: "raise exception 'credit: the money of % is not on its way', new.number using errcode = 'check_violation';",
      instead: 'null;',
      test: creditLimits,
      title: 'is refused by the database above the amount paid, whichever code writes it',
    },
    {
      why: 'refunded units cannot be withdrawn',
      text: "raise exception 'withdrawal_line: was credited already' using errcode = 'check_violation';",
      instead: 'null;',
      test: creditLimits,
      title: 'is refused by the database above the amount paid, whichever code writes it',
    },
  ]),
  ...inFile('server/modules/finance/periods/close-month.ts', [
    {
      why: 'a month is closed once',
      text: "    ['closed', 'it is already closed'],\n",
      test: closedMonths,
      title:
        'closes a month once for eight simultaneous requests, with all rows written before, and not at all after a crash',
    },
    {
      why: 'closing a month waits for writes to it',
      text: "    await sql`select pg_advisory_xact_lock(${MONTH_LOCK}, ${month}::date - date '2000-01-01')`\n",
      test: closedMonths,
      title:
        'closes a month once for eight simultaneous requests, with all rows written before, and not at all after a crash',
    },
    {
      why: 'a month with recent changes to its orders cannot be closed',
      text: "    ['events', 'changes to its orders within the last month'],\n",
      test: closedMonths,
      title: 'returns what prevents closing a month',
    },
    {
      why: 'a month with refunds in progress cannot be closed',
      text: "    ['refunds', 'refunds in progress'],\n",
      test: closedMonths,
      title: 'returns what prevents closing a month',
    },
    {
      why: 'the obstacles to closing are checked under the lock of the month',
      text: '    if (current.length > 0) return current\n',
      test: closedMonths,
      title:
        'closes a month once for eight simultaneous requests, with all rows written before, and not at all after a crash',
    },
  ]),
  ...inFile('server/platform/db/schema/20-refunds.sql', [
    {
      why: 'lines of withdrawals are append-only',
      text: 'create trigger withdrawal_line_append_only before update or delete on withdrawal_line\n  for each row execute function append_only();',
      test: withdrawOrder,
      title: 'are append-only, and cannot exceed the order or differ from the sum of their lines',
    },
    {
      why: 'a payment without an order is refunded once',
      text: "create unique index one_refund_of_stray_money on refund (payment_key) where reason = 'no-order' and repeats is null;",
      test: refundsAndChargebacks,
      title: 'that failed can be repeated once only, with or without an order',
    },
    {
      why: 'a payment of a cancelled order is refunded once',
      text: "create unique index one_refund_of_undone_order on refund (payment_key)\n  where reason = 'order-undone' and repeats is null;",
      test: refundsAndChargebacks,
      title: 'that failed can be repeated once only, with or without an order',
    },
    {
      why: 'a refund is repeated once',
      text: 'repeats uuid unique references refund',
      instead: 'repeats uuid references refund',
      test: refundsAndChargebacks,
      title: 'that failed can be repeated once only, with or without an order',
    },
    {
      why: 'a refund in a final state has the time when it ended',
      text: "(done_at is null) = (state in ('waiting', 'queued', 'pending', 'processing'))),",
      instead: 'true),',
      test: refundsAndChargebacks,
      title: 'is protected from impossible changes by the database',
    },
    {
      why: 'only a failed refund can be settled in another way',
      text: "settled_note is null or state in ('failed', 'canceled', 'refused')),",
      instead: 'true),',
      test: refundsAndChargebacks,
      title: 'is protected from impossible changes by the database',
    },
  ]),
  ...inFile('server/platform/db/functions/cart.sql', [
    {
      why: 'the balance is locked before a cart is ordered',
      text: 'from voucher_balance where voucher_id = p_voucher for update;\n  if p_guid is null then\n    select * into mine',
      instead:
        'from voucher_balance where voucher_id = p_voucher;\n  if p_guid is null then\n    select * into mine',
      test: convertCart,
      title: 'locks the balance before the cart, like all other writes',
    },
    {
      why: 'the balance is locked before a cart changes',
      text: 'from voucher_balance where voucher_id = p_voucher for update;\n  if p_guid is null then\n    select * into found_cart',
      instead:
        'from voucher_balance where voucher_id = p_voucher;\n  if p_guid is null then\n    select * into found_cart',
      test: releaseHold,
      title:
        'locks the balance first when it releases a payment, and the cart later, in the order of reconcilePayment',
    },
    {
      why: 'stock is locked in SKU order',
      text: '    ) order by sku for update;',
      instead: '    ) order by sku;',
      test: convertCart,
      title: 'sells the last unit once to several holders at once',
    },
    {
      why: 'a cart with a payment in progress cannot be changed',
      text: "  if exists (select from payment where cart_guid = found_cart.guid and outcome = 'held') then",
      instead: '  if false then',
      test: reconcilePayment,
      title: 'is cancelled at the provider when the cart changes',
    },
    {
      why: 'a cart that changed meanwhile is not overwritten (B42)',
      text: "and state = 'open' and version = p_version\n",
      instead: "and state = 'open'\n",
      test: cartRoutes,
      title: 'keeps a choice of carrier that arrives while personal details are being saved',
    },
    {
      why: 'a cart with a payment in progress is not overwritten',
      text: "\n    and not exists (select from payment where cart_guid = p_guid and outcome = 'held')",
      test: startPayment,
      title: 'is released by every change of the cart (PAY-3, PAY-5)',
    },
  ]),
  ...inFile('server/platform/db/functions/ledger.sql', [
    {
      why: 'no more points are refunded than were spent',
      text: '  if not refunds then return null; end if;',
      instead: '  return null;',
      test: convertCart,
      title: 'ends a reservation once, and refunds no more points than were spent',
    },
    {
      why: 'earlier refunds count',
      text: "where refund.ends_id = entry.ends_id and refund.kind = 'refund')",
      instead: 'where refund.id = entry.id)',
      test: convertCart,
      title: 'ends a reservation once, and refunds no more points than were spent',
    },
    {
      why: 'each order counts the points that it spends',
      text: "sum(case kind when 'capture' then points when",
      instead: "sum(case kind when 'capture' then 0 when",
      test: reconcilePayment,
      title: 'by the webhook alone, when the browser never returns',
    },
    {
      why: 'a reservation ends completely, and by its own voucher',
      text: 'for entry in select * from entries where ends_id is not null loop',
      instead: 'for entry in select * from entries where ends_id < 0 loop',
      test: convertCart,
      title:
        'checks all entries of one statement in one pass, and each entry against the rules (speed)',
    },
  ]),
  ...inFile('server/platform/db/functions/stock.sql', [
    {
      why: 'all units of an order leave the stock',
      text: 'set on_hand = on_hand + total.quantity',
      instead: 'set on_hand = on_hand + sign(total.quantity)',
      test: convertCart,
      title: 'takes all units of all lines from stock, also if two lines contain the same gift',
    },
  ]),
  ...inFile('server/platform/db/functions/refunds-and-payments.sql', [
    {
      why: 'reserved units become units of the order',
      text: '  delete from stock_reservation where payment_key = p_payment;\n',
      test: reconcilePayment,
      title: 'by the webhook alone, when the browser never returns',
    },
    {
      why: 'failed refunds do not count as refunded',
      text: "and (state not in ('failed', 'canceled', 'refused') or settled_note is not null)), 0)",
      instead: '), 0)',
      test: refundsAndChargebacks,
      title: 'is reported to staff by log, metric and check',
    },
    {
      why: 'a reversed chargeback does not count as charged back',
      text: "where chargeback_id = chargeback.id and kind = 'reversed'",
      instead: "where chargeback_id = '' and kind = 'reversed'",
      test: refundsAndChargebacks,
      title: 'is not sent after a chargeback of the amount, and is sent once after its reversal',
    },
    {
      why: 'no more is refunded than was paid',
      text: 'if payment_returned_cents(new.payment_key) + new.cents > paid.cents then',
      instead: 'if false then',
      test: refundsAndChargebacks,
      title: 'is protected from impossible changes by the database',
    },
    {
      why: 'an unpaid payment cannot be refunded',
      text: "  if paid.state <> 'paid' then\n",
      instead: '  if false then\n',
      test: refundsAndChargebacks,
      title: 'is protected from impossible changes by the database',
    },
    {
      why: 'two refunds of one payment wait for each other',
      text: 'select * into paid from payment where key = new.payment_key for update;',
      instead: 'select * into paid from payment where key = new.payment_key;',
      test: refundsAndChargebacks,
      title: 'waits for another refund of the same payment, whichever code writes them',
    },
    {
      why: 'only a failed refund can be repeated',
      text: "raise exception 'refund: only what came to nothing is made again' using errcode = 'check_violation';",
      instead: 'null;',
      test: refundsAndChargebacks,
      title: 'is protected from impossible changes by the database',
    },
    {
      why: 'a refund never returns to an earlier state',
      text: "raise exception 'refund: from % to % is no way', old.state, new.state using errcode = 'check_violation';",
      instead: 'null;',
      test: refundsAndChargebacks,
      title: 'is protected from impossible changes by the database',
    },
    {
      why: 'no more is refunded of a reversed chargeback than the bank returned',
      text: "raise exception 'refund: more than is owed of what the bank brought back' using errcode = 'check_violation';",
      instead: 'null;',
      test: creditRefunds,
      title: 'sends a refund once after the chargeback that replaced it was reversed',
    },
    {
      why: 'refunds of a reversed chargeback are sent once',
      text: "where payment_key = paid.key and reason = 'reversal' and repeats is null) sent",
      instead: "where payment_key = paid.key and reason = '' and repeats is null) sent",
      test: creditRefunds,
      title: 'sends a refund once after the chargeback that replaced it was reversed',
    },
    {
      why: 'a failed refund that a colleague settled is not sent again',
      text: 'where payment_key = paid.key and settled_note is null\n',
      instead: 'where payment_key is null and settled_note is null\n',
      test: creditRefunds,
      title: 'sends a refund once after the chargeback that replaced it was reversed',
    },
    {
      why: 'a refund is never deleted',
      text: "  if tg_op = 'DELETE' then\n    raise exception 'refund is never deleted' using errcode = 'insufficient_privilege';\n  end if;",
      instead: "  if tg_op = 'DELETE' then return old; end if;",
      test: refundsAndChargebacks,
      title: 'is protected from impossible changes by the database',
    },
    {
      why: 'amount, payment and reason of a refund are never changed',
      text: "raise exception 'refund: what was agreed is not changed' using errcode = 'insufficient_privilege';",
      instead: 'null;',
      test: refundsAndChargebacks,
      title: 'is protected from impossible changes by the database',
    },
  ]),
  ...inFile('server/platform/db/functions/order-number.sql', [
    {
      why: 'the sequence of order numbers can be behind after a standby takes over',
      text: 'if before <> current then',
      instead: 'if false then',
      test: failover,
      title: 'assigns no order number twice if the last orders were lost in a failover',
    },
    {
      why: 'a timeline whose orders were all lost leaves a gap in the numbers',
      text: '100000 * greatest(1, current - coalesce(nullif(before, 0), current))',
      instead: '100000',
      test: failover,
      title: 'assigns no order number twice if the last orders were lost in a failover',
    },
  ]),
  ...inFile('server/platform/db/functions/order.sql', [
    {
      why: 'a cart that changed since it was read is not ordered',
      text: 'if cart_without_stock(locked) is distinct from cart_without_stock(p_cart) then return; end if;',
      test: placeOrder,
      title: 'a unit was added',
    },
    {
      why: 'too low stock levels are noticed under their locks',
      text: 'group by sku having sum(quantity) > min("inStock")',
      instead: 'group by sku having false',
      test: placeOrder,
      title: 'the gift is sold out',
    },
    {
      why: 'a voucher that was blocked since its cart was read cannot order',
      text: 'where id = holder and blocked_at is null and',
      instead: 'where id = holder and',
      test: placeOrder,
      title: 'the voucher was blocked',
    },
    {
      why: 'a voucher that expired since its cart was read cannot order',
      text: ' and (valid_until > p_at) is not false',
      test: placeOrder,
      title: 'the voucher expired',
    },
    {
      why: 'the points of a cancelled order are in the balance again',
      text: 'if points <> undone.points_paid or payment_returned_cents',
      instead: 'if payment_returned_cents',
      test: cancelOrder,
      title: 'refuses an incomplete cancellation',
    },
    {
      why: 'the state of a cancelled order is cancelled',
      text: "if undone.state <> 'cancelled' then",
      instead: 'if false then',
      test: cancelOrder,
      title: 'refuses an incomplete cancellation',
    },
    {
      why: 'the lines of a cancelled order are cancelled',
      text: "if exists (select from order_line where order_number = new.order_number and state <> 'cancelled') then",
      instead: 'if false then',
      test: cancelOrder,
      title: 'refuses an incomplete cancellation',
    },
    {
      why: 'the units of a cancelled order are in stock again',
      text: 'group by sku having sum(quantity) <> 0',
      instead: 'group by sku having sum(quantity) is null',
      test: cancelOrder,
      title: 'refuses an incomplete cancellation',
    },
    {
      why: 'no more units are withdrawn than were ordered',
      text: 'if bought is null or withdrawn + new.quantity > bought then',
      instead: 'if bought is null then',
      test: withdrawOrder,
      title: 'are append-only, and cannot exceed the order or differ from the sum of their lines',
    },
    {
      why: 'the total of an order is the sum of its lines',
      text: 'if lines <> new.points then',
      instead: 'if false then',
      test: withdrawOrder,
      title: 'are append-only, and cannot exceed the order or differ from the sum of their lines',
    },
    {
      why: 'the facts of a withdrawal are never changed',
      text: "and new.email in (old.email, '') and new.reason in (old.reason, '')",
      test: withdrawOrder,
      title: 'lose personal data when it is erased, and nothing else',
    },
  ]),
]
