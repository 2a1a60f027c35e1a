import { FieldsForm } from '#backoffice/modules/channels/FieldsForm.tsx'
import { ThemePreview } from '#backoffice/modules/channels/theme/ThemePreview.tsx'
import { type FieldDraft, useFieldDraft } from '#backoffice/modules/channels/use-field-draft.ts'
import { ChoosePicture } from '#backoffice/modules/media/ChooseImage.tsx'
import { UseAlts } from '#backoffice/modules/media/UseAltTexts.tsx'
import { FormField } from '#backoffice/kit/form/FormField.tsx'
import { valueText } from '#backoffice/i18n/field-texts.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'
import { allLanguages, type Language, languageOf } from '#domain/language.ts'
import { USUAL_THEME } from '#domain/channels/theme-states.ts'
import { THEME_REFERENCES, themeProblem } from '#domain/channels/theme.ts'

import css from './ThemeForm.module.css'

type Reference = keyof typeof THEME_REFERENCES

const REFERENCES = Object.entries(THEME_REFERENCES) as [Reference, 'colour' | 'length'][]
const HEX = /^#[0-9a-f]{6}$/i

/** The channel's alt texts of its logo. */
const altsOf = (draft: FieldDraft): Partial<Record<Language, string>> =>
  Object.fromEntries(
    allLanguages.flatMap((language) => {
      const text = draft.value(`logo_alt.${language}`)
      return typeof text === 'string' && text !== '' ? [[language, text]] : []
    }),
  )

const saidOf = (draft: FieldDraft, reference: string) => {
  const value = draft.value(`theme.${reference}`)
  return typeof value === 'string' ? value : ''
}

/** The theme of a channel, with a live preview and contrast errors. */
export function ThemeForm({
  page,
  me,
  mayWrite,
  seesLibrary,
}: {
  page: StaffResponse<'channelPage'>
  me: string
  mayWrite: boolean
  seesLibrary: boolean
}) {
  const t = useTranslate()
  const draft = useFieldDraft(`${me}.channel.${page.id}.theme`, page, {
    release: `${page.id} ${t('channel.look')}`,
  })
  const options = REFERENCES.map(([reference]) => ({
    reference,
    value: saidOf(draft, reference),
  })).filter((option) => option.value !== '' && themeProblem(option) === undefined)
  const look = (
    <>
      <Logo draft={draft} mayWrite={mayWrite} seesLibrary={seesLibrary} />
      {REFERENCES.map(([reference, form]) => (
        <ReferenceField
          key={reference}
          reference={reference}
          form={form}
          draft={draft}
          mayWrite={mayWrite}
        />
      ))}
    </>
  )
  return (
    <div className={css.both}>
      {mayWrite ? (
        <FieldsForm id="theme" title={t('channel.look')} draft={draft}>
          <p className={css.soft}>{t('channel.lookHelp')}</p>
          {look}
          <p className={css.soft}>{t('channel.colourHelp')}</p>
        </FieldsForm>
      ) : (
        <section id="theme" className={css.read} aria-label={t('channel.look')}>
          <h2>{t('channel.look')}</h2>
          {look}
        </section>
      )}
      <ThemePreview options={options} />
    </div>
  )
}

function Logo({
  draft,
  mayWrite,
  seesLibrary,
}: {
  draft: FieldDraft
  mayWrite: boolean
  seesLibrary: boolean
}) {
  const t = useTranslate()
  const logo = draft.value('logo')
  return (
    <>
      <ChoosePicture
        label={t('media.logo')}
        file={typeof logo === 'string' ? logo : ''}
        readOnly={!mayWrite}
        write={(file) => draft.set('logo', file)}
      />
      <UseAlts
        label={t('media.logo')}
        file={typeof logo === 'string' ? logo : ''}
        said={altsOf(draft)}
        defaultLanguage={languageOf(valueText(draft.value('default_language')) ?? undefined)}
        seesLibrary={seesLibrary}
        anchor="logo-alt"
        readOnly={!mayWrite}
        write={(said) => {
          for (const language of allLanguages) {
            if ((said[language] ?? '') !== (altsOf(draft)[language] ?? ''))
              draft.set(`logo_alt.${language}`, said[language] ?? '')
          }
        }}
      />
    </>
  )
}

function ReferenceField({
  reference,
  form,
  draft,
  mayWrite,
}: {
  reference: Reference
  form: 'colour' | 'length'
  draft: FieldDraft
  mayWrite: boolean
}) {
  const t = useTranslate()
  const value = saidOf(draft, reference)
  const wrong = value !== '' && themeProblem({ reference, value }) !== undefined
  return (
    <div className={css.field}>
      <FormField
        label={t(`channel.theme.${reference}`)}
        hint={t(form === 'colour' ? 'channel.colourShape' : 'channel.lengthShape')}
        issue={wrong || draft.isUnusable(`theme.${reference}`) ? t('channel.unusable') : null}
        readOnly={!mayWrite}
        maxLength={20}
        data-anchor={`theme.${reference}`}
        placeholder={form === 'colour' ? USUAL_THEME[reference as 'active'] : ''}
        value={value}
        onChange={({ target }) => draft.set(`theme.${reference}`, target.value)}
      />
      {form === 'colour' ? (
        <input
          type="color"
          className={css.picker}
          aria-label={`${t(`channel.theme.${reference}`)}: ${t('colourPicker')}`}
          disabled={!mayWrite}
          value={HEX.test(value) ? value : USUAL_THEME[reference as 'active']}
          onChange={({ target }) => draft.set(`theme.${reference}`, target.value)}
        />
      ) : null}
    </div>
  )
}
