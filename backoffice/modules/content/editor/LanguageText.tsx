import { type ReactNode, useState } from 'react'

import {
  anchorsOf,
  languageName,
  sourceText,
  type TextShape,
} from '#backoffice/modules/content/editor/text-definition.ts'
import type { Typed } from '#backoffice/modules/content/editor/text-changes.ts'
import { valueOf } from '#backoffice/kit/rich-text/value-text.ts'
import {
  AlternativeTextField,
  type Entry,
  FallbackText,
  FallbackImage,
  isChoice,
  LanguageChoice,
} from '#backoffice/modules/content/editor/LanguageTextParts.tsx'
import { ChooseImage } from '#backoffice/modules/media/ChooseImage.tsx'
import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { FormField } from '#backoffice/kit/form/FormField.tsx'
import { BackofficeIcon } from '#backoffice/kit/display/BackofficeIcon.tsx'
import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import { RichTextField } from '#backoffice/kit/rich-text/RichTextField.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { Language } from '#domain/language.ts'

import css from './TextRow.module.css'

type LanguageTextProps = {
  /** The name of the text; null if the name is above several languages. */
  title: ReactNode
  text: TextShape
  entry: Entry
  channel: string
  release: string
  typed: Typed | undefined
  readOnly: boolean
  issue: string | undefined
  notes: readonly string[]
  /** The name of a release with an unpublished change of this text. */
  draft: string | undefined
  onLanguage?: ((language: Language) => void) | undefined
  type: (subject: string, typed: Typed | undefined) => void
}

/** A text in one language. An empty text shows the fallback text and its source. */
export function LanguageText(props: LanguageTextProps) {
  const { text, entry, notes, onLanguage } = props
  const field = useLanguageText(props)
  const { label, isEmpty } = field
  const isTextField = text.field === 'text' || text.field === 'area'
  return (
    // A group and not a region, because a page has hundreds and their names may repeat.
    // It is not interactive: it only observes the focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      className={css.language}
      role="group"
      aria-label={label}
      onFocus={entry.language === '' ? undefined : () => onLanguage?.(entry.language as Language)}
      data-anchor={anchorsOf(text, entry, field.value)}
    >
      <TextHead {...props} isEmpty={isEmpty} label={label} />
      {isTextField ? (
        <TextInput {...props} input={field} />
      ) : (
        <ValueInput {...props} input={field} />
      )}
      {notes.map((note) => (
        <p key={note} className={css.note} role="status">
          {note}
        </p>
      ))}
    </div>
  )
}

type TextDraft = ReturnType<typeof useLanguageText>

/** The unsaved or stored value of a text, and a function that changes it. */
function useLanguageText({ text, entry, release, typed, type }: LanguageTextProps) {
  const t = useTranslate()
  /** The initial value once the user starts to type; null before. */
  const [initialText, setInitialText] = useState<string | null>(null)
  const isTyping = initialText !== null
  const { subject } = entry
  const label = `${text.name}, ${languageName(t, entry.language)}`
  const stored = entry.change ? entry.change.after : entry.value
  const shown = typed ? typed.after : stored
  const value = valueOf(shown)
  const alt = typeof shown?.['alt'] === 'string' ? shown['alt'] : ''

  function write(value: string, alt: string) {
    const isEmpty = value === '' && alt === ''
    const after =
      isEmpty && text.field !== 'media'
        ? null
        : { value, ...(text.field === 'media' ? { alt } : {}) }
    const isSame =
      valueOf(stored) === value &&
      (typeof stored?.['alt'] === 'string' ? stored['alt'] : '') === alt
    type(
      subject,
      isSame
        ? undefined
        : {
            kind: entry.kind,
            key: entry.key,
            // The value when typing started. A colleague's change in the same draft is merged with this one, not with
            // the published one.
            before: typed ? typed.before : stored,
            inherited: typed ? typed.inherited : entry.reads?.value,
            base_version: typed?.base_version ?? entry.version,
            after,
            seen: typed
              ? typed.seen
              : entry.change
                ? { release, version: entry.change.change_version }
                : null,
          },
    )
  }

  const isEmpty = value === '' && !typed && !isTyping
  return { label, value, alt, initialText, setInitialText, isEmpty, write }
}

type TextHeadProps = LanguageTextProps & { isEmpty: boolean; label: string }

function TextHead({ title, entry, channel, typed, draft, isEmpty, label }: TextHeadProps) {
  const t = useTranslate()
  return (
    <div className={css.head}>
      {title}
      {title === null || entry.language === '' ? (
        <span>{languageName(t, entry.language)}</span>
      ) : null}
      <span className={css.state}>
        {typed ? <StatusMark kind="half">{t('notSaved')}</StatusMark> : null}
        {!typed && draft !== undefined ? (
          <StatusMark kind="half">{t('editor.inDraft', { name: draft })}</StatusMark>
        ) : null}
        {!typed && draft === undefined && isEmpty ? (
          <span className={css.source} title={sourceText(t, entry)}>
            <span>{t(fallbackKind(entry))}</span>
            <span className="visually-hidden">{sourceText(t, entry)}</span>
          </span>
        ) : null}
        {entry.version > 0 || entry.was_published ? (
          <BackofficeLink
            className={css.versions}
            title={t('versionsOf')}
            to={`/backoffice/content/versions?${new URLSearchParams({ channel, kind: entry.kind, subject: entry.subject }).toString()}`}
          >
            <BackofficeIcon name="work" />
            <span className="visually-hidden">
              {t('versionsOf')}: {label}
            </span>
          </BackofficeLink>
        ) : null}
      </span>
    </div>
  )
}

type InputProps = LanguageTextProps & { input: TextDraft }

function TextInput({ text, entry, channel, typed, readOnly, issue, input }: InputProps) {
  const { label, value, alt, initialText, setInitialText, isEmpty, write } = input
  const kind = text.field === 'area' ? 'rich' : 'plain'
  return isChoice(entry) ? (
    <LanguageChoice
      text={text}
      entry={entry}
      channel={channel}
      value={value}
      readOnly={readOnly}
      issue={issue}
      write={(code) => write(code, '')}
    />
  ) : isEmpty ? (
    <FallbackText
      entry={entry}
      kind={kind}
      label={label}
      readOnly={readOnly}
      onEdit={() => setInitialText(entry.reads?.value ?? '')}
    />
  ) : (
    <RichTextField
      label={label}
      kind={kind}
      lang={entry.language}
      value={value === '' && !typed ? (initialText ?? '') : value}
      variables={text.variables}
      readOnly={readOnly}
      issue={issue ?? null}
      startsFocused={initialText !== null}
      onChange={(next) => {
        // A text that is cleared again stays empty.
        if (initialText !== null) setInitialText('')
        write(next, alt)
      }}
    />
  )
}

/** An image, a link or a number. */
function ValueInput({ text, entry, readOnly, issue, input }: InputProps) {
  const { label, value, alt, write } = input
  return (
    <>
      {text.field === 'media' ? (
        <ChooseImage
          label={text.name}
          isNamed
          file={value}
          readOnly={readOnly}
          issue={issue}
          write={(file) => write(file, alt)}
        />
      ) : (
        <FormField
          label={<span className="visually-hidden">{text.name}</span>}
          inputMode={text.field === 'number' ? 'decimal' : undefined}
          readOnly={readOnly}
          issue={issue}
          placeholder={entry.reads?.value ?? ''}
          value={value}
          onChange={({ target }) => write(target.value, alt)}
        />
      )}
      {value === '' && text.field === 'media' ? (
        <FallbackImage entry={entry} label={label} />
      ) : null}
      {text.field === 'media' ? (
        <AlternativeTextField
          text={text}
          entry={entry}
          file={value || (entry.reads?.value ?? '')}
          alt={alt}
          readOnly={readOnly}
          write={(alt) => write(value, alt)}
        />
      ) : null}
    </>
  )
}

/** What recipients see in this language if the channel has no text of its own. The content list has the same states. */
function fallbackKind({ language, reads }: Entry): 'isEmpty' | 'isShared' | 'isFallback' {
  if (!reads || reads.value === '') return 'isEmpty'
  return reads.language === language || reads.language === '' ? 'isShared' : 'isFallback'
}
