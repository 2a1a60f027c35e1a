import { Paragraph } from '#server/mail/mail-blocks.tsx'
import { ActionButton, MailLayout } from '#server/mail/mail-layout.tsx'
import type { MailLook } from '#server/mail/mail-look.ts'

export type Invitation = { name: string; invitedBy: string; endsAt: Date; link: string }

/** To a colleague who comes to the desk for the first time. */
export function StaffInvitation({ look, invitation }: { look: MailLook; invitation: Invitation }) {
  const { say } = look
  const { name, invitedBy, endsAt, link } = invitation
  return (
    <MailLayout
      look={look}
      preview={say('staff-invitation', 'intro', { name: invitedBy })}
      heading={say('staff-invitation', 'heading', { name })}
    >
      <Paragraph>{say('staff-invitation', 'intro', { name: invitedBy })}</Paragraph>
      <ActionButton look={look} to={link} words={say('staff-invitation', 'accept')} room={20} />
      <Paragraph>
        {say('staff-invitation', 'until', { date: look.date(endsAt), time: look.time(endsAt) })}
      </Paragraph>
    </MailLayout>
  )
}
