import { ACCOUNT_NOTICES } from '#domain/staff/account-notice.ts'
import { findNotice, type FoundNotice } from '#server/modules/staff/accounts/account-notices.ts'
import { Paragraph } from '#server/modules/mail/layout/mail-blocks.tsx'
import { ActionButton, MailLayout } from '#server/modules/mail/layout/mail-layout.tsx'
import type { MailTheme } from '#server/modules/mail/layout/mail-theme.ts'
import type { MailDefinition } from '#server/modules/mail/rendering/mail-definition.ts'
import { publicUrl } from '#server/platform/config/public-url.ts'

export const noticeSubject = ({ say }: MailTheme, { kind, details }: FoundNotice) =>
  say('account-notice', kind, details)

/** A security mail: the change, its time, and what to do if the recipient did not make it. */
export function AccountNotice({
  look,
  notice,
  home,
}: {
  look: MailTheme
  notice: FoundNotice
  /** The address of the account's sessions and second factors. */
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

export const accountNotice: MailDefinition = {
  async content({ shop: { config }, sql, look, mail }) {
    const notice = await findNotice(sql, mail.subjectId)
    if (!notice) throw new Error(`mail ${mail.id} is about an unknown notice`)
    const home = `${publicUrl(config)}/${notice.site}/account`
    return {
      subject: noticeSubject(look, notice),
      body: <AccountNotice look={look} notice={notice} home={home} />,
    }
  },
  sample({ look, now, about: { name } }) {
    const details = { browser: 'Firefox', address: '203.0.113.7' }
    const notice: FoundNotice = { kind: 'new-sign-in', site: 'backoffice', name, details, at: now }
    return {
      subject: noticeSubject(look, notice),
      body: <AccountNotice look={look} notice={notice} home={look.site} />,
    }
  },
}
