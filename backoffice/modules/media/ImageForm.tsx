import { FocusField } from '#backoffice/modules/media/FocusField.tsx'
import css from '#backoffice/modules/media/ImagePage.module.css'
import { FormTextArea, FormCheckbox, FormField } from '#backoffice/kit/form/FormField.tsx'
import { Form } from '#backoffice/kit/form/Form.tsx'
import type { PictureDraft, ImageValues } from '#backoffice/modules/media/use-image-draft.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { PictureAnswer } from '#contract/media.staff.ts'
import { allLanguages, type Language } from '#domain/language.ts'

type ImageFormProps = { picture: PictureAnswer; draft: PictureDraft; readOnly: boolean }

/** An image's name, its focal point and its alt texts in four languages. */
export function ImageForm({ picture, draft, readOnly }: ImageFormProps) {
  const t = useTranslate()
  const { values, type } = draft
  const fields = (
    <>
      <FocusField
        file={picture.file}
        focus={values.focus}
        readOnly={readOnly}
        write={(focus) => type({ focus })}
      />
      <FormField
        label={t('media.name')}
        maxLength={120}
        required
        readOnly={readOnly}
        value={values.name}
        onChange={({ target }) => type({ name: target.value })}
      />
      <FormCheckbox
        checked={values.decoration}
        disabled={readOnly}
        onChange={({ target }) => type({ decoration: target.checked })}
      >
        {t('media.decoration')}
      </FormCheckbox>
      {values.decoration ? null : <AltTexts picture={picture} draft={draft} readOnly={readOnly} />}
    </>
  )
  if (readOnly) return <div className={css.body}>{fields}</div>
  return (
    <Form
      title={t('media.form')}
      submit={t('media.save')}
      note={t('media.altHelp')}
      failure={draft.failure}
      busy={draft.busy}
      changed={draft.changed}
      onDiscard={draft.clear}
      onSubmit={draft.save}
    >
      {fields}
    </Form>
  )
}

function AltTexts({ picture, draft: { values, type }, readOnly }: ImageFormProps) {
  const t = useTranslate()
  /** Explains what a screen reader reads if the text of this language is empty. */
  const hintOf = (language: Language) => {
    if (values[language].trim() !== '') return undefined
    const fallback = fallbackAlt(values)
    if (fallback !== '') return t('media.reads', { text: fallback })
    return t(picture.wordless ? 'media.readsNothing' : 'media.readsBeside')
  }
  return (
    <div className={css.texts} data-anchor="words">
      {allLanguages.map((language) => {
        return (
          <FormTextArea
            key={language}
            label={t('media.altIn', { language: t(`in.${language}`) })}
            lang={language}
            data-anchor={`alt-${language}`}
            rows={3}
            maxLength={1000}
            readOnly={readOnly}
            value={values[language]}
            hint={hintOf(language)}
            onChange={({ target }) => type({ [language]: target.value.replaceAll('\n', ' ') })}
          />
        )
      })}
    </div>
  )
}

/** The shop uses the Dutch text for a language without one. A channel's own text has priority, but is unknown here. */
const fallbackAlt = (values: ImageValues) => values.nl.trim()
