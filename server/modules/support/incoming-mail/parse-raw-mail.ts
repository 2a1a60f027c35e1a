import { type DeliveryReport, readDeliveryReport } from '#domain/mail/delivery-report.ts'
import { type ReadMail, readMail } from '#server/modules/support/incoming-mail/parse-mail.ts'

// Runs in a parser process only: see server/app/run-parsers.ts.

/** Which webhook received the mail: the one for replies, or the one for delivery reports. */
export type MailWebhook = 'answers' | 'reports'

export type RawMail =
  | { is: 'reports'; reports: DeliveryReport[] }
  | { is: 'mail'; mail: ReadMail }
  /** Its header is too long. It is refused, so that the sender gets a bounce. */
  | { is: 'refused' }

export async function readRawMail({
  raw,
  door,
}: {
  raw: Buffer
  door: MailWebhook
}): Promise<RawMail> {
  if (door === 'reports')
    return { is: 'reports', reports: readDeliveryReport(raw.toString()) ?? [] }
  const reports = readDeliveryReport(raw.toString('latin1'))
  if (reports) return { is: 'reports', reports }
  const mail = await readMail(raw)
  return mail ? { is: 'mail', mail } : { is: 'refused' }
}
