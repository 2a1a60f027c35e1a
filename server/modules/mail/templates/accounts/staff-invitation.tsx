import { Paragraph } from '#server/modules/mail/layout/mail-blocks.tsx'
import { ActionButton, MailLayout } from '#server/modules/mail/layout/mail-layout.tsx'
import type { MailTheme } from '#server/modules/mail/layout/mail-theme.ts'
import type { MailDefinition } from '#server/modules/mail/rendering/mail-definition.ts'
import { publicUrl } from '#server/platform/config/public-url.ts'
import { findEmployerInvitation, findInvitation } from '#server/modules/mail/delivery/mail.sql.ts'
import { linkToken } from '#server/platform/crypto/link-token.ts'

export type Invitation = {
  to: 'staff-invitation' | 'employer-invitation'
  name: string
  /** '' for the back office. */
  employer: string
  invitedBy: string
  endsAt: Date
  link: string
}

/** The invitation to the back office or to the employer portal. */
export function StaffInvitation({
  theme,
  invitation,
}: {
  theme: MailTheme
  invitation: Invitation
}) {
  const { say } = theme
  const { to, name, employer, invitedBy, endsAt, link } = invitation
  const intro = say(to, 'intro', { name: invitedBy, employer })
  return (
    <MailLayout theme={theme} preview={intro} heading={say(to, 'heading', { name })}>
      <Paragraph>{intro}</Paragraph>
      <ActionButton theme={theme} to={link} label={say(to, 'accept')} spaceAbove={20} />
      <Paragraph>
        {say(to, 'until', { date: theme.date(endsAt), time: theme.time(endsAt) })}
      </Paragraph>
    </MailLayout>
  )
}

const invitationMail = (template: Invitation['to']): MailDefinition => ({
  async content({ shop: { config }, sql, theme, mail }) {
    const inBackoffice = template === 'staff-invitation'
    const found = await (inBackoffice ? findInvitation : findEmployerInvitation)(
      sql,
      mail.subjectId,
    )
    const token =
      found &&
      linkToken(config.GIFTPOINT_PEPPER, 'backoffice invitation', found.id, found.token_hash)
    if (!found || token === undefined) throw new Error(`mail ${mail.id} has an expired invitation`)
    const invitation = {
      to: template,
      name: found.name,
      employer: found.employer,
      invitedBy: found.invited_by,
      endsAt: found.ends_at,
      link: `${publicUrl(config)}/${inBackoffice ? 'backoffice' : 'employer'}/invitation#${token}`,
    }
    return {
      subject: theme.say(template, 'subject', { employer: found.employer }),
      body: <StaffInvitation theme={theme} invitation={invitation} />,
    }
  },
  sample({ theme, now, about: { name, sender } }) {
    const endsAt = new Date(now.getTime() + 3 * 86_400_000)
    const employer = template === 'staff-invitation' ? '' : sender
    const invitation = { to: template, name, employer, invitedBy: 'Sam', endsAt, link: theme.site }
    return {
      subject: theme.say(template, 'subject', { employer }),
      body: <StaffInvitation theme={theme} invitation={invitation} />,
    }
  },
})

export const staffInvitation = invitationMail('staff-invitation')
export const employerInvitation = invitationMail('employer-invitation')
