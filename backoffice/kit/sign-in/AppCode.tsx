import { QrCode } from '#backoffice/kit/sign-in/QrCode.tsx'
import { FormField } from '#backoffice/kit/form/FormField.tsx'

/** Shows the authenticator app's secret once, and asks for a code that proves the app is set up. */
export function AppCode({
  setup: { secret, uri },
  texts,
  totp,
  onTotp,
}: {
  setup: { secret: string; uri: string }
  texts: { picture: string; secret: string; code: string }
  totp: string
  onTotp: (totp: string) => void
}) {
  return (
    <>
      <QrCode text={uri} label={texts.picture} />
      <FormField
        label={texts.secret}
        readOnly
        value={inGroups(secret)}
        onFocus={({ target }) => target.select()}
      />
      <FormField
        label={texts.code}
        autoComplete="one-time-code"
        inputMode="numeric"
        required
        value={totp}
        onChange={({ target }) => onTotp(target.value)}
      />
    </>
  )
}

const GROUP = 4

/** In groups of four, which are easier to copy by hand. Authenticator apps ignore the spaces. */
const inGroups = (secret: string) =>
  Array.from({ length: Math.ceil(secret.length / GROUP) }, (_, index) =>
    secret.slice(index * GROUP, (index + 1) * GROUP),
  ).join(' ')
