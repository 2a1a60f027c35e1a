import { useEffect, useState } from 'react'

import { LanguagesField } from '#backoffice/modules/channels/settings/LanguagesField.tsx'
import type { FieldDraft } from '#backoffice/modules/channels/settings/use-field-draft.ts'
import type { SettingsDraft } from '#backoffice/modules/channels/settings/use-settings-draft.ts'
import { FLAG_FIELDS, valueText } from '#backoffice/i18n/field-texts.ts'
import { FormCheckbox, FormField, FormSelect } from '#backoffice/kit/form/FormField.tsx'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'
import { allLanguages, tagOf } from '#domain/language.ts'

import css from './Fields.module.css'

type Page = StaffResponse<'channelPage'>

/** The name of a channel, its languages, and what its recipients can do. */
export function GeneralFields({
  page,
  fields: draft,
  settings,
  readOnly,
}: {
  page: Page
  fields: FieldDraft
  settings: SettingsDraft
  readOnly: boolean
}) {
  const t = useTranslate()
  const text = (field: string) => valueText(draft.value(field)) ?? ''
  return (
    <>
      <FormField
        label={t('name')}
        name="name"
        data-anchor="name"
        required
        readOnly={readOnly}
        maxLength={200}
        value={text('name')}
        onChange={({ target }) => draft.set('name', target.value)}
      />
      <FormSelect
        label={t('channel.defaultLanguage')}
        name="default_language"
        data-anchor="default_language"
        disabled={readOnly}
        value={text('default_language')}
        onChange={({ target }) => draft.set('default_language', target.value)}
      >
        {allLanguages.map((code) => (
          <option key={code} value={code}>
            {t(`in.${code}`)}
          </option>
        ))}
      </FormSelect>
      <LanguagesField channel={page.id} draft={draft} readOnly={readOnly} />
      <ZoneField page={page} draft={settings} readOnly={readOnly} />
      <FlagsField draft={draft} readOnly={readOnly} />
    </>
  )
}

function ZoneField({
  page,
  draft: { values, type },
  readOnly,
}: {
  page: Page
  draft: SettingsDraft
  readOnly: boolean
}) {
  const t = useTranslate()
  const hasNewZone = values.time_zone !== page.settings.time_zone
  const zones = [...new Set([...Intl.supportedValuesOf('timeZone'), page.settings.time_zone])]
  return (
    <FormSelect
      label={t('channel.zone')}
      name="time_zone"
      data-anchor="time_zone"
      hint={
        <>
          <ZoneNow zone={values.time_zone} /> {hasNewZone ? t('channel.zoneMoves') : null}
        </>
      }
      disabled={readOnly}
      value={values.time_zone}
      onChange={({ target }) => type({ time_zone: target.value })}
    >
      {zones.toSorted().map((zone) => (
        <option key={zone} value={zone}>
          {zone.replaceAll('_', ' ')}
        </option>
      ))}
    </FormSelect>
  )
}

function ZoneNow({ zone }: { zone: string }) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 10_000)
    return () => clearInterval(timer)
  }, [])
  const time = now.toLocaleString(tagOf(language), {
    timeZone: zone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
  })
  return <>{t('channel.zoneNow', { time })}</>
}

function FlagsField({ draft, readOnly }: { draft: FieldDraft; readOnly: boolean }) {
  const t = useTranslate()
  return (
    <fieldset className={css.group}>
      <legend>{t('channel.flags')}</legend>
      {FLAG_FIELDS.map(({ field, label }) => (
        <FormCheckbox
          key={field}
          disabled={readOnly}
          checked={draft.value(field) === true}
          onChange={({ target }) => draft.set(field, target.checked)}
        >
          {t(label)}
          <span className={css.help}>{t(`${label}.help`)}</span>
        </FormCheckbox>
      ))}
    </fieldset>
  )
}
