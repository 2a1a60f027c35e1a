import { FormTextArea } from '#backoffice/kit/form/FormField.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

/** The reason is stored in the audit entry of the action. */
export function ReasonField({
  value,
  onValue,
}: {
  value: string
  onValue: (reason: string) => void
}) {
  const t = useTranslate()
  return (
    <FormTextArea
      label={t('reason')}
      hint={t('reasonHelp')}
      required
      maxLength={500}
      value={value}
      onChange={({ target }) => onValue(target.value)}
    />
  )
}
