import { LanguagesField } from '#backoffice/modules/channels/LanguagesField.tsx'
import { FieldsForm } from '#backoffice/modules/channels/FieldsForm.tsx'
import { FLAGS, valueText } from '#backoffice/i18n/field-texts.ts'
import { type FieldDraft, useFieldDraft } from '#backoffice/modules/channels/use-field-draft.ts'
import { FormCheckbox, FormField, FormSelect } from '#backoffice/kit/form/FormField.tsx'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'
import { COUNTRIES } from '#domain/addresses/countries.ts'
import { allLanguages } from '#domain/language.ts'

import css from './RulesForm.module.css'

type Page = StaffResponse<'channelPage'>

/** What a channel is called, where it delivers, and what it lets its holders do. */
export function RulesForm({
  page,
  me,
  permissions,
}: {
  page: Page
  me: string
  permissions: readonly string[]
}) {
  const t = useTranslate()
  const owner = permissions.includes('channel.write')
  const writes = permissions.includes('theme.write')
  const draft = useFieldDraft(`${me}.channel.${page.id}.rules`, page, {
    release: `${page.id} ${t('channel.rules')}`,
  })
  const body = <RulesFields page={page} draft={draft} owner={owner} writes={writes} />
  return writes ? (
    <FieldsForm id="rules" title={t('channel.rules')} draft={draft}>
      {body}
    </FieldsForm>
  ) : (
    <section id="rules" className={css.read} aria-label={t('channel.rules')}>
      <h2>{t('channel.rules')}</h2>
      {body}
    </section>
  )
}

function RulesFields({
  page,
  draft,
  owner,
  writes,
}: {
  page: Page
  draft: FieldDraft
  owner: boolean
  writes: boolean
}) {
  const t = useTranslate()
  const text = (field: string) => valueText(draft.value(field)) ?? ''
  return (
    <>
      <FormField
        label={t('name')}
        required
        readOnly={!owner}
        maxLength={200}
        value={text('name')}
        onChange={({ target }) => draft.set('name', target.value)}
      />
      <FormSelect
        label={t('channel.defaultLanguage')}
        disabled={!owner}
        value={text('default_language')}
        onChange={({ target }) => draft.set('default_language', target.value)}
      >
        {allLanguages.map((code) => (
          <option key={code} value={code}>
            {t(`in.${code}`)}
          </option>
        ))}
      </FormSelect>
      <LanguagesField channel={page.id} draft={draft} readOnly={!owner} />
      <FormField
        label={t('channel.undoMinutes')}
        hint={t('channel.undoMinutesHelp')}
        type="number"
        min={0}
        max={1440}
        required
        readOnly={!owner}
        value={text('undo_minutes')}
        onChange={({ target }) =>
          draft.set('undo_minutes', target.value === '' ? '' : Number(target.value))
        }
      />
      <CountriesField draft={draft} readOnly={!writes} />
      <FlagsField draft={draft} readOnly={!owner} />
    </>
  )
}

function CountriesField({ draft, readOnly }: { draft: FieldDraft; readOnly: boolean }) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  const countries = draft.value('countries')
  const chosen = Array.isArray(countries) ? countries.map(String) : []
  const names = new Intl.DisplayNames([language], { type: 'region' })
  const known: string[] = [...COUNTRIES]
  return (
    <fieldset id="countries" className={css.group}>
      <legend>{t('channel.countries')}</legend>
      <div className={css.several}>
        {[...new Set([...known, ...chosen])].map((code) => (
          <FormCheckbox
            key={code}
            disabled={readOnly}
            checked={chosen.includes(code)}
            onChange={({ target }) =>
              draft.set(
                'countries',
                target.checked ? [...chosen, code] : chosen.filter((other) => other !== code),
              )
            }
          >
            {names.of(code) ?? code}
          </FormCheckbox>
        ))}
      </div>
    </fieldset>
  )
}

function FlagsField({ draft, readOnly }: { draft: FieldDraft; readOnly: boolean }) {
  const t = useTranslate()
  return (
    <fieldset className={css.group}>
      <legend>{t('channel.flags')}</legend>
      {FLAGS.map(({ field, word }) => (
        <FormCheckbox
          key={field}
          disabled={readOnly}
          checked={draft.value(field) === true}
          onChange={({ target }) => draft.set(field, target.checked)}
        >
          {t(word)}
          <span className={css.help}>{t(`${word}.help`)}</span>
        </FormCheckbox>
      ))}
    </fieldset>
  )
}
