import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { FormField } from '#backoffice/kit/form/FormField.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

/** Shows a new secret until the user confirms that it is saved. */
export function SecretShownOnce({ secret, onSaved }: { secret: string; onSaved: () => void }) {
  const t = useTranslate()
  return (
    <Notice kind="good">
      <p>{t('webhook.secretOnce')}</p>
      <FormField
        label={t('webhook.secret')}
        readOnly
        value={secret}
        onFocus={({ target }) => target.select()}
      />
      <ActionButton small onClick={onSaved}>
        {t('webhook.haveIt')}
      </ActionButton>
    </Notice>
  )
}
