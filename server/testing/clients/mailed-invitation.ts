import type { RecordingMailer } from '#server/testing/fakes/recording-mailer.ts'
import type { ReleaseClient } from '#server/testing/clients/release-client.ts'
import type { TestShop } from '#server/testing/test-shop.ts'

/** The token of the newest invitation mailed to an address, '' without one. No API answer contains it. */
export async function mailedInvitation(
  shop: TestShop,
  mailer: RecordingMailer,
  email: string,
): Promise<string> {
  await shop.shop.jobs.drain()
  const mail = mailer.sent.findLast(({ to, text }) => to === email && text?.includes('invitation#'))
  return /invitation#([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? ''
}

/** Invites a colleague; an owner needs an approval. */
export const inviteColleague = (backoffice: ReleaseClient, email: string, role = 'owner') =>
  backoffice.request<{ id: string; approval: string | null }>('POST', '/staff', {
    email,
    name: 'Second',
    role,
    channels: role === 'owner' ? [] : ['1014'],
    language: 'en',
    reason: 'A second pair of eyes',
  })

export const approve = (backoffice: ReleaseClient, id: string | null) =>
  backoffice.request('POST', `/approvals/${id}/approve`, {})

/** The code of a refusal, 'done' without one. */
export const refusalCode = (answer: { body: unknown }) =>
  (answer.body as { error?: { code: string } }).error?.code ?? 'done'
