import { Paragraph } from '#server/modules/mail/layout/mail-blocks.tsx'
import { ActionButton, MailLayout } from '#server/modules/mail/layout/mail-layout.tsx'
import type { MailLook } from '#server/modules/mail/layout/mail-theme.ts'

export type Invitation = {
  to: 'staff-invitation' | 'employer-invitation'
  name: string
  /** '' in the back office. */
  employer: string
  invitedBy: string
  endsAt: Date
  link: string
}

/** The invitation to the back office or to an employer's own page. */
export function StaffInvitation({ look, invitation }: { look: MailLook; invitation: Invitation }) {
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
