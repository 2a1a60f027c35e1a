import { type DeliveryReport, readDeliveryReport } from '#domain/delivery-report.ts'
import { type ReadMail, readMail } from '#server/desk/read-mail.ts'

// Runs in a parser process only: see server/parsers.ts.

/** Where it was handed over: by whoever answers us, or by what reports mails that did not arrive. */
export type MailDoor = 'answers' | 'reports'

export type RawMail =
  | { is: 'reports'; reports: DeliveryReport[] }
  | { is: 'mail'; mail: ReadMail }
  /** Longer than any mail program writes its head: its sender is told by a bounce. */
  | { is: 'refused' }

export async function readRawMail({
  raw,
  door,
}: {
  raw: Buffer
  door: MailDoor
}): Promise<RawMail> {
  if (door === 'reports')
    return { is: 'reports', reports: readDeliveryReport(raw.toString()) ?? [] }
  const reports = readDeliveryReport(raw.toString('latin1'))
  if (reports) return { is: 'reports', reports }
  const mail = await readMail(raw)
  return mail ? { is: 'mail', mail } : { is: 'refused' }
}
