import { useState } from 'react'

import { valueOf } from '#backoffice/kit/rich-text/value-text.ts'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { DateTime } from '#backoffice/kit/time/DateTime.tsx'
import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import { RichTextField } from '#backoffice/kit/rich-text/RichTextField.tsx'
import { htmlToText } from '#backoffice/kit/rich-text/text-format.ts'
import { markAddedWords } from '#backoffice/kit/rich-text/mark-added-words.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { ChangeValue, Conflict } from '#contract/content/release-change.ts'

import css from './TextConflict.module.css'

type TextConflictProps = {
  conflict: Conflict
  /** The name of the text. */
  name: string
  kind: 'plain' | 'rich'
  lang: string
  variables: readonly string[]
  /** The number of further conflicts. */
  more: number
  onTheirs: () => void
  /** The user's version, as edited. */
  onMine: (after: ChangeValue) => void
  onLater: () => void
}

/** A conflict of two users in one text: the original and both versions. The user's own version can be edited first. */
export function TextConflict(props: TextConflictProps) {
  const { conflict, name, kind, lang, variables, more, onTheirs, onMine, onLater } = props
  const t = useTranslate()
  const { before, mine, theirs, by, at } = conflict
  const isText = conflict.kind === 'content' || conflict.kind === 'mail'
  const otherUser = by?.name ?? t('someone')
  const [text, setText] = useState(() => valueOf(mine))
  const edited = text === valueOf(mine) ? mine : { ...mine, value: text }
  const marks = { before, lang, rich: kind === 'rich' }
  return (
    <>
      <PageHead
        title={t('editConflict')}
        actions={
          <ActionButton variant="plain" onClick={onLater}>
            {t('later')}
          </ActionButton>
        }
      />
      <div className={css.body}>
        <p className={css.soft}>
          {name}. {t('editConflictHelp', { name: otherUser })}{' '}
          {more > 0 ? t('moreEditConflicts', { count: more }) : null}
        </p>
        <div className={css.columns}>
          <section aria-label={t('theirs', { name: otherUser })}>
            <h2>{t('theirs', { name: otherUser })}</h2>
            <p className={css.soft}>
              {at ? <DateTime at={at} /> : null}
              {conflict.release ? ` · ${conflict.release.name}` : null}
            </p>
            <ActionButton onClick={onTheirs}>{t('useTheirs')}</ActionButton>
            <TextWithMarks {...marks} after={theirs} />
          </section>
          <section aria-label={t('yours')}>
            <h2>{t('yours')}</h2>
            {/* Above the field, because its toolbar appears and disappears with the focus and would move the button. */}
            <ActionButton variant="main" onClick={() => onMine(edited)}>
              {t('useYours')}
            </ActionButton>
            {isText ? (
              <RichTextField
                label={t('yours')}
                {...{ kind, lang, variables }}
                value={text}
                onChange={setText}
              />
            ) : (
              <TextWithMarks {...marks} after={mine} />
            )}
          </section>
        </div>
        <section className={css.before}>
          <h2>{t('originalVersion')}</h2>
          <TextWithMarks {...marks} after={before} />
        </section>
      </div>
    </>
  )
}

function TextWithMarks({
  before,
  after,
  lang,
  rich,
}: {
  before: ChangeValue
  after: ChangeValue
  lang: string
  rich: boolean
}) {
  const t = useTranslate()
  const textOf = (value: ChangeValue) => {
    const text =
      typeof value?.['value'] === 'string' ? value['value'] : value ? JSON.stringify(value) : ''
    return rich ? htmlToText(text) : text
  }
  if (textOf(after) === '') return <p className={css.soft}>{t('emptyValue')}</p>
  return (
    <p className={css.text} lang={lang}>
      {markAddedWords(textOf(before), textOf(after)).map(({ text, isNew }, index) =>
        // Parts never move.
        // oxlint-disable-next-line react/no-array-index-key
        isNew ? <ins key={index}>{text}</ins> : text,
      )}
    </p>
  )
}
