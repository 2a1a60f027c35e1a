import { DeskField } from '#backoffice/parts/DeskField.tsx'
import { Notice } from '#backoffice/parts/Notice.tsx'
import { useSay } from '#backoffice/words/desk-words.tsx'

/** Shown once; whoever has it chooses the password. */
export function InvitationLink({ link, name }: { link: string; name: string }) {
  const say = useSay()
  return (
    <Notice kind="good">
      <p>{say('invitationMade', { name })}</p>
      <DeskField
        label={say('link')}
        readOnly
        value={link}
        onFocus={({ target }) => target.select()}
      />
    </Notice>
  )
}
