import { useId } from 'react'

import { ContrastChecks } from '#backoffice/modules/channels/theme/ContrastChecks.tsx'
import type { FieldDraft } from '#backoffice/modules/channels/settings/use-field-draft.ts'
import { PreviewFrame } from '#backoffice/modules/content/preview/PreviewFrame.tsx'
import { useLinkedOpen } from '#backoffice/kit/router/use-linked-open.ts'
import { useMedia } from '#backoffice/kit/display/use-media.ts'
import { ChooseImage } from '#backoffice/modules/media/ChooseImage.tsx'
import { UseAltTexts } from '#backoffice/modules/media/UseAltTexts.tsx'
import { FormField } from '#backoffice/kit/form/FormField.tsx'
import { valueText } from '#backoffice/i18n/field-texts.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'
import type { Staff } from '#contract/staff/sign-in.staff.ts'
import { allLanguages, type Language, languageOf } from '#domain/language.ts'
import { THEME_REFERENCES, themeProblem, DEFAULT_THEME } from '#domain/channels/theme.ts'
import { hasPicture } from '#ui/lib/image-address.ts'

import css from './ThemeFields.module.css'

type Reference = keyof typeof THEME_REFERENCES

const REFERENCES = Object.keys(THEME_REFERENCES) as Reference[]
const COLOURS = REFERENCES.filter((reference) => THEME_REFERENCES[reference] === 'colour')
const RADII = REFERENCES.filter((reference) => THEME_REFERENCES[reference] === 'length')
const HEX = /^#[0-9a-f]{6}$/i

/** The channel's alt texts of its logo. */
const logoAltTexts = (draft: FieldDraft): Partial<Record<Language, string>> =>
  Object.fromEntries(
    allLanguages.flatMap((language) => {
      const text = draft.value(`logo_alt.${language}`)
      return typeof text === 'string' && text !== '' ? [[language, text]] : []
    }),
  )

const themeValue = (draft: FieldDraft, reference: string) => {
  const value = draft.value(`theme.${reference}`)
  return typeof value === 'string' ? value : ''
}

/** The theme of a channel, beside the home page of its shop in these colours. */
export function ThemeFields({
  page,
  staff,
  draft,
  mayWrite,
}: {
  page: StaffResponse<'channelPage'>
  staff: Staff
  draft: FieldDraft
  mayWrite: boolean
}) {
  const t = useTranslate()
  const options = REFERENCES.map((reference) => ({
    reference,
    value: themeValue(draft, reference),
  })).filter((option) => option.value !== '' && themeProblem(option) === undefined)
  const canPreview = staff.permissions.includes('preview.view')
  return (
    <div className={css.columns} data-frame={canPreview || undefined}>
      <div className={css.fields}>
        <Logo
          draft={draft}
          mayWrite={mayWrite}
          seesLibrary={staff.permissions.includes('content.read')}
        />
        {COLOURS.map((reference) => (
          <ColourField key={reference} reference={reference} draft={draft} mayWrite={mayWrite} />
        ))}
        <p className={css.soft}>{t('channel.colourHelp')}</p>
        {RADII.map((reference) => (
          <RadiusField key={reference} reference={reference} draft={draft} mayWrite={mayWrite} />
        ))}
      </div>
      {canPreview ? <ShopInTheme channel={page.id} staff={staff} options={options} /> : null}
      <div className={css.contrast}>
        <ContrastChecks options={options} />
      </div>
    </div>
  )
}

/** The home page of the shop, in colours that are not saved yet. */
function ShopInTheme({
  channel,
  staff,
  options,
}: {
  channel: string
  staff: Staff
  options: { reference: string; value: string }[]
}) {
  const t = useTranslate()
  const isWide = useMedia('(width >= 64rem)')
  return (
    <section className={css.shop} aria-label={t('channel.preview')}>
      <PreviewFrame
        name="theme"
        title={t('channel.preview')}
        staff={staff}
        options={{ channel }}
        page="/"
        device={isWide ? 'desktop' : 'phone'}
        orders={[{ kind: 'theme', options }]}
      />
    </section>
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
      <ChooseImage
        label={t('media.logo')}
        file={typeof logo === 'string' ? logo : ''}
        readOnly={!mayWrite}
        write={(file) => draft.set('logo', file)}
      />
      <LogoAlts draft={draft} mayWrite={mayWrite} seesLibrary={seesLibrary} />
    </>
  )
}

/** The logo's alternative texts in the languages that the channel offers, and in those that have a text. */
function LogoAlts({
  draft,
  mayWrite,
  seesLibrary,
}: {
  draft: FieldDraft
  mayWrite: boolean
  seesLibrary: boolean
}) {
  const t = useTranslate()
  const { open, setOpen, linked } = useLinkedOpen(LOGO_ALT)
  const logo = draft.value('logo')
  const alts = logoAltTexts(draft)
  const defaultLanguage = languageOf(valueText(draft.value('default_language')) ?? undefined)
  const offered = draft.value('offered_languages')
  const shown = allLanguages.filter(
    (language) =>
      language === defaultLanguage ||
      (Array.isArray(offered) && offered.includes(language)) ||
      alts[language] !== undefined ||
      linked === `${LOGO_ALT}-${language}`,
  )
  if (!hasPicture(typeof logo === 'string' ? logo : '')) return null
  return (
    <details
      className={css.alts}
      open={open}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{t('alternative')}</summary>
      {/* Folded fields would be in the way of links to the theme. */}
      {open ? (
        <UseAltTexts
          label={t('media.logo')}
          file={typeof logo === 'string' ? logo : ''}
          alts={alts}
          languages={shown}
          defaultLanguage={defaultLanguage}
          seesLibrary={seesLibrary}
          anchor={LOGO_ALT}
          readOnly={!mayWrite}
          write={(texts) => {
            for (const language of allLanguages) {
              if ((texts[language] ?? '') !== (alts[language] ?? ''))
                draft.set(`logo_alt.${language}`, texts[language] ?? '')
            }
          }}
        />
      ) : null}
    </details>
  )
}

const LOGO_ALT = 'logo-alt'

type ReferenceProps = { reference: Reference; draft: FieldDraft; mayWrite: boolean }

function ColourField({ reference, draft, mayWrite }: ReferenceProps) {
  const t = useTranslate()
  const value = themeValue(draft, reference)
  const isInvalid = value !== '' && themeProblem({ reference, value }) !== undefined
  const defaultValue = DEFAULT_THEME[reference as keyof typeof DEFAULT_THEME]
  return (
    <div className={css.field}>
      <FormField
        label={t(`channel.theme.${reference}`)}
        issue={isInvalid || draft.isUnusable(`theme.${reference}`) ? t('channel.unusable') : null}
        readOnly={!mayWrite}
        maxLength={20}
        data-anchor={`theme.${reference}`}
        placeholder={defaultValue}
        value={value}
        onChange={({ target }) => draft.set(`theme.${reference}`, target.value)}
      />
      <input
        type="color"
        className={css.picker}
        aria-label={`${t(`channel.theme.${reference}`)}: ${t('colourPicker')}`}
        disabled={!mayWrite}
        value={HEX.test(value) ? value : defaultValue}
        onChange={({ target }) => draft.set(`theme.${reference}`, target.value)}
      />
    </div>
  )
}

/** The largest radius, in pixels, that a corner of the shop can show. */
const MAX_RADIUS = 32
/** The default radii of the shop (`ui/tokens.css`), in pixels. */
const DEFAULT_RADIUS: Partial<Record<Reference, number>> = {
  'radius-s': 6,
  'radius-m': 12,
  'radius-l': 20,
}
const PIXELS_PER_REM = 16

/** In pixels. */
function radiusOf(value: string, defaultValue: number): number {
  const number = Number.parseFloat(value)
  if (value === '' || Number.isNaN(number)) return defaultValue
  return Math.round(value.endsWith('em') ? number * PIXELS_PER_REM : number)
}

/** The radius of the corners. */
function RadiusField({ reference, draft, mayWrite }: ReferenceProps) {
  const t = useTranslate()
  const id = useId()
  const value = themeValue(draft, reference)
  const radius = radiusOf(value, DEFAULT_RADIUS[reference] ?? 0)
  if (!mayWrite) {
    return (
      <p className={css.soft}>
        {t(`channel.theme.${reference}`)}: {t('channel.radius', { count: radius })}
      </p>
    )
  }
  return (
    <div className={css.radius}>
      <label htmlFor={id}>{t(`channel.theme.${reference}`)}</label>
      <input
        id={id}
        type="range"
        min={0}
        max={MAX_RADIUS}
        data-anchor={`theme.${reference}`}
        value={Math.min(MAX_RADIUS, radius)}
        aria-valuetext={t('channel.radius', { count: radius })}
        onChange={({ target }) => draft.set(`theme.${reference}`, `${target.value}px`)}
      />
      <output htmlFor={id}>{t('channel.radius', { count: radius })}</output>
      <span
        className={css.corner}
        style={{ borderStartStartRadius: `${radius}px` }}
        aria-hidden="true"
      />
    </div>
  )
}
