import type { MessageKey } from '#backoffice/i18n/message-keys.ts'
import type { StaffResponse } from '#contract/client.staff.ts'

type Task = StaffResponse<'task'>

/** 'contact': the person of the only order. 'close': the card that closes the task with a reason. */
export type Alternative = { label: MessageKey; to: string } | 'contact' | 'close'

/** The usual alternative to the button. */
export function alternativeOf(task: Task): Alternative {
  const { kind, items, order, payments, detail, resolve, recipient } = task
  const subject = items.length === 1 ? items[0]?.subject : undefined
  const toOrder: Alternative =
    order === null ? 'close' : { label: 'task.toOrder', to: `/backoffice/orders/${order}` }
  const linkToSubject = (label: MessageKey, path: string): Alternative =>
    subject === undefined ? 'close' : { label, to: `/backoffice/${path}/${subject}` }
  switch (kind) {
    case 'withdrawal-waits':
    case 'mail-refused':
    case 'parcel-undeliverable':
    case 'back-order':
      return recipient ? 'contact' : 'close'
    case 'warehouse-refused':
    case 'refund-failed':
    case 'charged-back':
    case 'service-silent':
    case 'job-failed':
      return toOrder
    case 'work-failed':
      return linkToSubject('task.toJob', 'background-jobs')
    case 'invitation-bounced': {
      // The subject of a row is its batch and its recipient.
      const [batch] = (resolve?.rows[0]?.subject ?? '').split('/')
      return batch
        ? { label: 'task.toAddress', to: `/backoffice/batches/${batch}/recipients` }
        : 'close'
    }
    case 'codes-out':
      return typeof detail['sku'] === 'string'
        ? { label: 'task.toCodes', to: `/backoffice/digital-codes/${detail['sku']}` }
        : 'close'
    case 'supplier-missing':
      return { label: 'task.toSuppliers', to: '/backoffice/suppliers' }
    case 'supplier-silent':
      return linkToSubject('task.toPurchase', 'purchase-orders')
    case 'unmatched-payment': {
      const [payment] = payments
      return payment && payments.length === 1
        ? { label: 'order.holder', to: `/backoffice/recipients/${payment.voucher}` }
        : 'close'
    }
    case 'stock-differs':
      return { label: 'task.toStock', to: '/backoffice/stock' }
    case 'money-differs':
    case 'books-differ':
      return { label: 'task.toPayments', to: '/backoffice/finance/payments' }
    case 'release-stopped':
      return linkToSubject('task.toRelease', 'releases')
    case 'mail-unreadable':
      return { label: 'task.toInbox', to: '/backoffice/inbox' }
    case 'picture-unreadable':
      return linkToSubject('task.toImage', 'media')
    case 'webhook-silent':
      return linkToSubject('task.toWebhook', 'webhooks')
  }
}
