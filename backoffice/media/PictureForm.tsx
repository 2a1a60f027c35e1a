import { type Focus, FocusField } from '#backoffice/media/FocusField.tsx'
import css from '#backoffice/media/PicturePage.module.css'
import { useDraft } from '#backoffice/draft.ts'
import { DeskArea, DeskCheck, DeskField } from '#backoffice/parts/DeskField.tsx'
import { Form } from '#backoffice/parts/Form.tsx'
import { useDeed } from '#backoffice/use-deed.ts'
import { useSay } from '#backoffice/words/desk-words.tsx'
import type { PictureAnswer } from '#contract/desk/media-api.ts'
import { allLanguages, type Language } from '#domain/language.ts'

type Said = { name: string; focus: Focus; decoration: boolean } & Record<Language, string>

/** What a picture is called, what must not be cut off, and what it says in four languages. */
export function PictureForm({ picture, readOnly }: { picture: PictureAnswer; readOnly: boolean }) {
  const say = useSay()
  const { id, file, version, texts, focus, decoration } = picture
  const { values, changed, type, clear } = useDraft<Said>(`picture.${id}`, {
    name: picture.name,
    focus,
    decoration,
    nl: texts.nl ?? '',
    en: texts.en ?? '',
    de: texts.de ?? '',
    fr: texts.fr ?? '',
  })
  const deed = useDeed('changePicture', { done: () => say('media.saved') })
  const fields = (
    <>
      <FocusField
        file={file}
        focus={values.focus}
        readOnly={readOnly}
        write={(focus) => type({ focus })}
      />
      <DeskField
        label={say('media.name')}
        maxLength={120}
        required
        readOnly={readOnly}
        value={values.name}
        onChange={({ target }) => type({ name: target.value })}
      />
      <DeskCheck
        checked={values.decoration}
        disabled={readOnly}
        onChange={({ target }) => type({ decoration: target.checked })}
      >
        {say('media.decoration')}
      </DeskCheck>
      {values.decoration ? null : (
        <div className={css.texts} data-anchor="words">
          {allLanguages.map((language) => {
            const instead = readInstead(values, language)
            return (
              <DeskArea
                key={language}
                label={say('media.altIn', { language: say(`lang.${language}`) })}
                lang={language}
                rows={3}
                maxLength={1000}
                readOnly={readOnly}
                value={values[language]}
                hint={
                  values[language].trim() !== ''
                    ? undefined
                    : instead === ''
                      ? say(picture.wordless ? 'media.readsNothing' : 'media.readsBeside')
                      : say('media.reads', { text: instead })
                }
                onChange={({ target }) => type({ [language]: target.value.replaceAll('\n', ' ') })}
              />
            )
          })}
        </div>
      )}
    </>
  )
  if (readOnly) return <div className={css.body}>{fields}</div>
  return (
    <Form
      title={say('media.form')}
      submit={say('media.save')}
      note={say('media.altHelp')}
      wrong={deed.wrong}
      busy={deed.busy}
      changed={changed}
      onDiscard={clear}
      onSubmit={async () => {
        const { name, focus, decoration, nl, en, de, fr } = values
        const texts = { nl, en, de, fr }
        if (await deed.run({ hash: id, version, name, focus, decoration, texts })) clear()
      }}
    >
      {fields}
    </Form>
  )
}

/** As the shop falls back where a channel says nothing otherwise. */
const readInstead = (said: Said, language: Language) => said[language].trim() || said.nl.trim()
