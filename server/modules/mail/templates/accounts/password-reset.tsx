import type { Queries } from '#server/platform/db/database.ts'
import { Paragraph } from '#server/modules/mail/layout/mail-blocks.tsx'
import { ActionButton, MailLayout } from '#server/modules/mail/layout/mail-layout.tsx'
import type { MailTheme } from '#server/modules/mail/layout/mail-theme.ts'
import type { MailDefinition } from '#server/modules/mail/rendering/mail-definition.ts'
import { publicUrl } from '#server/platform/config/public-url.ts'
import { linkToken } from '#server/platform/crypto/link-token.ts'

export type FoundReset = {
  id: string
  token_hash: Buffer
  site: 'backoffice' | 'employer'
  name: string
  ends_at: Date
}

export async function findResetMail(
  sql: Queries,
  subjectId: string,
): Promise<FoundReset | undefined> {
  const [row] = await sql<FoundReset[]>`
    select password_reset.id, token_hash, ends_at, case when staff_id is null then 'employer' else 'backoffice' end as site,
      coalesce(staff.name, employer_user.name) as name
    from password_reset left join staff on staff.id = staff_id left join employer_user on employer_user.id = employer_user_id
    where password_reset.id = split_part(${subjectId}, ':', 2)::uuid`
  return row
}

/** The link to choose a new password. It is valid for an hour. */
export function PasswordReset({
  theme,
  reset,
  link,
}: {
  theme: MailTheme
  reset: Pick<FoundReset, 'name' | 'ends_at'>
  link: string
}) {
  const { say } = theme
  const { name, ends_at } = reset
  return (
    <MailLayout
      theme={theme}
      preview={say('password-reset', 'intro')}
      heading={say('password-reset', 'heading', { name })}
    >
      <Paragraph>{say('password-reset', 'intro')}</Paragraph>
      <ActionButton
        theme={theme}
        to={link}
        label={say('password-reset', 'accept')}
        spaceAbove={20}
      />
      <Paragraph>
        {say('password-reset', 'until', { date: theme.date(ends_at), time: theme.time(ends_at) })}
      </Paragraph>
      <Paragraph>{say('password-reset', 'unasked')}</Paragraph>
    </MailLayout>
  )
}

export const passwordReset: MailDefinition = {
  async content({ shop: { config }, sql, theme, mail }) {
    const reset = await findResetMail(sql, mail.subjectId)
    const token =
      reset && linkToken(config.GIFTPOINT_PEPPER, 'password reset', reset.id, reset.token_hash)
    if (!reset || token === undefined) throw new Error(`mail ${mail.id} has an expired link`)
    const link = `${publicUrl(config)}/${reset.site}/reset#${token}`
    return {
      subject: theme.say('password-reset', 'subject'),
      body: <PasswordReset theme={theme} reset={reset} link={link} />,
    }
  },
  sample({ theme, now, about: { name } }) {
    const reset = { name, ends_at: new Date(now.getTime() + 3_600_000) }
    return {
      subject: theme.say('password-reset', 'subject'),
      body: <PasswordReset theme={theme} reset={reset} link={theme.site} />,
    }
  },
}
