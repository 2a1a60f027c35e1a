import css from '#backoffice/modules/content/editor/Editor.module.css'
import type { TextShape } from '#backoffice/modules/content/editor/text-definition.ts'
import { sectionsOf } from '#backoffice/modules/content/editor/text-sections.ts'
import { TextRow, type TextRowProps } from '#backoffice/modules/content/editor/TextRow.tsx'
import { useLocation } from '#backoffice/kit/router/address.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

export type RowProps = Omit<TextRowProps, 'text'>

type TextGroupProps = {
  title: string
  name: string | null
  texts: readonly TextShape[]
  /** Whether the texts are search results or were clicked. Then none is folded. */
  isFound: boolean
  row: RowProps
}

/** A group of texts. Those without a group have the title of the page, and the rarely shown ones are folded. */
export function TextGroup({ title, name, texts, isFound, row }: TextGroupProps) {
  const t = useTranslate()
  const { anchor } = useLocation()
  const isMail = texts[0]?.languages[0]?.kind === 'mail'
  const isBlock = texts[0]?.group !== ''
  const sections = isFound || isBlock || isMail ? [] : sectionsOf(texts)
  const isTyped = (text: TextShape) =>
    text.languages.some(({ subject }) => row.typed[subject] || row.saving.issues[subject])
  return (
    <section aria-label={name ?? title}>
      {name === null ? (
        <h2 className="visually-hidden">{title}</h2>
      ) : (
        <h2 className={css.group}>{name}</h2>
      )}
      {sections.length < 2
        ? texts.map((text) => <TextRow key={text.id} text={text} {...row} />)
        : sections.map(([section, members]) =>
            section === 'page' ? (
              members.map((text) => <TextRow key={text.id} text={text} {...row} />)
            ) : (
              <details
                key={section}
                className={css.section}
                // A linked text and unsaved input are never hidden.
                open={anchor !== '' || members.some(isTyped) || undefined}
              >
                <summary>
                  {t(`editor.section.${section}`)}{' '}
                  <span className={css.soft}>{members.length}</span>
                </summary>
                {members.map((text) => (
                  <TextRow key={text.id} text={text} {...row} />
                ))}
              </details>
            ),
          )}
    </section>
  )
}
