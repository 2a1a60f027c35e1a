import type { RecordingMailer } from '#server/testing/recording-mailer.ts'
import type { TestShop } from '#server/testing/test-shop.ts'

/** The token of the newest invitation that somebody was mailed, '' without one: no answer contains it. */
export async function mailedInvitation(
  shop: TestShop,
  mailer: RecordingMailer,
  email: string,
): Promise<string> {
  await shop.shop.jobs.drain()
  const mail = mailer.sent.findLast(({ to, text }) => to === email && text?.includes('invitation#'))
  return /invitation#([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? ''
}
