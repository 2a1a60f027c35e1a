import { ACCOUNT_NOTICES } from '#domain/staff/account-notice.ts'
import type { FoundNotice } from '#server/modules/staff/accounts/account-notices.ts'
import { Paragraph } from '#server/modules/mail/layout/mail-blocks.tsx'
import { ActionButton, MailLayout } from '#server/modules/mail/layout/mail-layout.tsx'
import type { MailLook } from '#server/modules/mail/layout/mail-theme.ts'

export const noticeSubject = ({ say }: MailLook, { kind, details }: FoundNotice) =>
  say('account-notice', kind, details)

/** A security mail: the change, its time, and what to do if the recipient did not make it. */
export function AccountNotice({
  look,
  notice,
  home,
}: {
  look: MailLook
  notice: FoundNotice
  /** Where the account's sessions and factors are. */
  home: string
}) {
  const { say } = look
  const { kind, site, name, details, at } = notice
  const text = say('account-notice', `${kind}_text`, details)
  const advice =
    ACCOUNT_NOTICES[kind].audience === 'owners' ? 'not_expected' : (`not_you_${site}` as const)
  return (
    <MailLayout look={look} preview={text} heading={noticeSubject(look, notice)}>
      <Paragraph>{say('account-notice', 'greeting', { name })}</Paragraph>
      <Paragraph>{text}</Paragraph>
      <Paragraph>
        {say('account-notice', 'when', { date: look.date(at), time: look.time(at) })}
      </Paragraph>
      <Paragraph>{say('account-notice', advice)}</Paragraph>
      <ActionButton look={look} to={home} words={say('account-notice', `open_${site}`)} room={20} />
    </MailLayout>
  )
}
