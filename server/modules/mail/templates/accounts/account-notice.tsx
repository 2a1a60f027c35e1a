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
  theme,
  notice,
  accountUrl,
}: {
  theme: MailTheme
  notice: FoundNotice
  /** The URL of the account page with sessions and second factors. */
  accountUrl: string
}) {
  const { say } = theme
  const { kind, site, isOwner, name, details, at } = notice
  const text = say('account-notice', `${kind}_text`, details)
  // These notices to owners are about the account of someone else.
  const isAboutOther = ACCOUNT_NOTICES[kind].audience === 'owners'
  const notYou = isOwner ? 'not_you_owner' : (`not_you_${site}` as const)
  const advice = isAboutOther ? 'not_expected' : notYou
  return (
    <MailLayout theme={theme} preview={text} heading={noticeSubject(theme, notice)}>
      <Paragraph>{say('account-notice', 'greeting', { name })}</Paragraph>
      <Paragraph>{text}</Paragraph>
      <Paragraph>
        {say('account-notice', 'when', { date: theme.date(at), time: theme.time(at) })}
      </Paragraph>
      <Paragraph>{say('account-notice', advice)}</Paragraph>
      <ActionButton
        theme={theme}
        to={accountUrl}
        label={say('account-notice', `open_${site}`)}
        spaceAbove={20}
      />
    </MailLayout>
  )
}

export const accountNotice: MailDefinition = {
  async content({ shop: { config }, sql, theme, mail }) {
    const notice = await findNotice(sql, mail.subjectId)
    if (!notice) throw new Error(`mail ${mail.id} is about an unknown notice`)
    const accountUrl = `${publicUrl(config)}/${notice.site}/account`
    return {
      subject: noticeSubject(theme, notice),
      body: <AccountNotice theme={theme} notice={notice} accountUrl={accountUrl} />,
    }
  },
  sample({ theme, now, about: { name } }) {
    const details = { browser: 'Firefox', address: '203.0.113.7' }
    const notice: FoundNotice = {
      kind: 'new-sign-in',
      site: 'backoffice',
      isOwner: false,
      name,
      details,
      at: now,
    }
    return {
      subject: noticeSubject(theme, notice),
      body: <AccountNotice theme={theme} notice={notice} accountUrl={theme.site} />,
    }
  },
}
