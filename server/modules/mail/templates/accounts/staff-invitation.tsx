import { Paragraph } from '#server/modules/mail/layout/mail-blocks.tsx'
import { ActionButton, MailLayout } from '#server/modules/mail/layout/mail-layout.tsx'
import type { MailTheme } from '#server/modules/mail/layout/mail-theme.ts'
import type { MailDefinition } from '#server/modules/mail/rendering/mail-definition.ts'
import { publicUrl } from '#server/platform/config/public-url.ts'
import { findEmployerInvitation, findInvitation } from '#server/modules/mail/delivery/mail.sql.ts'
import { invitationToken } from '#server/platform/crypto/invitation-token.ts'

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
export function StaffInvitation({ look, invitation }: { look: MailTheme; invitation: Invitation }) {
  const { say } = look
  const { to, name, employer, invitedBy, endsAt, link } = invitation
  const intro = say(to, 'intro', { name: invitedBy, employer })
  return (
    <MailLayout look={look} preview={intro} heading={say(to, 'heading', { name })}>
      <Paragraph>{intro}</Paragraph>
      <ActionButton look={look} to={link} words={say(to, 'accept')} room={20} />
      <Paragraph>
        {say(to, 'until', { date: look.date(endsAt), time: look.time(endsAt) })}
      </Paragraph>
    </MailLayout>
  )
}

const invitationMail = (template: Invitation['to']): MailDefinition => ({
  async content({ shop: { config }, sql, look, mail }) {
    const inBackoffice = template === 'staff-invitation'
    const found = await (inBackoffice ? findInvitation : findEmployerInvitation)(
      sql,
      mail.subjectId,
    )
    const token = found && invitationToken(config.GIFTPOINT_PEPPER, found.id, found.token_hash)
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
      subject: look.say(template, 'subject', { employer: found.employer }),
      body: <StaffInvitation look={look} invitation={invitation} />,
    }
  },
  sample({ look, now, about: { name, sender } }) {
    const endsAt = new Date(now.getTime() + 3 * 86_400_000)
    const employer = template === 'staff-invitation' ? '' : sender
    const invitation = { to: template, name, employer, invitedBy: 'Sam', endsAt, link: look.site }
    return {
      subject: look.say(template, 'subject', { employer }),
      body: <StaffInvitation look={look} invitation={invitation} />,
    }
  },
})

export const staffInvitation = invitationMail('staff-invitation')
export const employerInvitation = invitationMail('employer-invitation')
