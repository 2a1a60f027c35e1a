import type { SettingsDraft } from '#backoffice/modules/channels/settings/use-settings-draft.ts'
import { HostsField } from '#backoffice/modules/channels/HostsField.tsx'
import { FormField } from '#backoffice/kit/form/FormField.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

/** The addresses that lead to a channel. */
export function DomainFields({
  settings: { values, type },
  readOnly,
}: {
  settings: SettingsDraft
  readOnly: boolean
}) {
  const t = useTranslate()
  return (
    <>
      <HostsField
        isTitled={false}
        readOnly={readOnly}
        value={values.hosts}
        onChange={(hosts) => type({ hosts })}
      />
      <FormField
        label={t('channel.website')}
        name="website_url"
        data-anchor="website_url"
        hint={t('channel.websiteHelp')}
        readOnly={readOnly}
        maxLength={300}
        value={values.website_url}
        onChange={({ target }) => type({ website_url: target.value })}
      />
    </>
  )
}
