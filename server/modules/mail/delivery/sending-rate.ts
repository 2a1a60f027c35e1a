import { changeMailDue, holderMailDue } from '#domain/mail/mail-rate.ts'
import { MAILS_BY_HOLDER } from '#domain/mail/mails.ts'
import type { MailRow } from '#server/modules/mail/delivery/mail.sql.ts'

/** 'replaced': a later mail contains everything in this one. A date: the earliest time to send. */
export function sendingTime(
  { template, createdAt, about }: MailRow,
  now: Date,
): 'now' | 'replaced' | Date {
  if (!about || !MAILS_BY_HOLDER.includes(template)) return 'now'
  if (about.isRepeatedLater) return 'replaced'
  const { sentRecently, lastSentMs, changesBefore, changeableUntilMs } = about
  const times = [holderMailDue({ sent: sentRecently, lastMs: lastSentMs }) ?? 0]
  if (template === 'order-changed') {
    times.push(
      changeMailDue({ atMs: createdAt.getTime(), before: changesBefore, changeableUntilMs }),
    )
  }
  const due = Math.max(...times)
  return due > now.getTime() ? new Date(due) : 'now'
}
