import { type FormEvent, type MouseEvent, useState } from 'react'
import type { EditorView } from 'prosemirror-view'

import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { BackofficeIcon, type BackofficeIconName } from '#backoffice/kit/display/BackofficeIcon.tsx'
import {
  type ActionName,
  runEditorAction,
  insertVariable,
  linkAtCursor,
  setLink,
} from '#backoffice/kit/rich-text/open-editor.ts'
import { isLink } from '#backoffice/kit/rich-text/paste-cleaning.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { MessageKey } from '#backoffice/i18n/message-keys.ts'

import css from './RichTextField.module.css'

const BUTTONS: readonly { action: ActionName; label: MessageKey; icon: BackofficeIconName }[] = [
  { action: 'bold', label: 'bold', icon: 'bold' },
  { action: 'italic', label: 'italic', icon: 'italic' },
  { action: 'heading', label: 'heading', icon: 'heading' },
  { action: 'paragraph', label: 'paragraph', icon: 'paragraph' },
  { action: 'bullets', label: 'bullets', icon: 'bullets' },
  { action: 'numbers', label: 'numbers', icon: 'numbers' },
  { action: 'outdent', label: 'outdent', icon: 'outward' },
]

type BarProps = {
  view: EditorView
  kind: 'plain' | 'rich'
  variables: readonly string[]
  nameVariable: (name: string) => string
  label: string
}

/** The selection in the text stays where it is. */
const stay = (event: MouseEvent) => event.preventDefault()

/** Formatting actions, shown below the text while it has the focus. */
export function RichTextToolbar({ view, kind, variables, nameVariable, label }: BarProps) {
  const t = useTranslate()
  const [link, setLinkTyped] = useState<string | null>(null)
  return (
    <div className={css.bar} role="group" aria-label={t('markup', { name: label })}>
      {kind === 'rich'
        ? BUTTONS.map(({ action, label, icon }) => (
            <button
              key={action}
              type="button"
              className={css.tool}
              aria-label={t(label)}
              title={t(label)}
              onMouseDown={stay}
              onClick={() => runEditorAction(view, action)}
            >
              <BackofficeIcon name={icon} />
            </button>
          ))
        : null}
      {kind === 'rich' ? (
        <button
          type="button"
          className={css.tool}
          aria-expanded={link !== null}
          onMouseDown={stay}
          onClick={() => setLinkTyped(link === null ? linkAtCursor(view) : null)}
        >
          {t('link')}
        </button>
      ) : null}
      {variables.length > 0 ? (
        <select
          className={css.variables}
          aria-label={t('insertVariable')}
          value=""
          onChange={({ target }) => {
            if (target.value !== '') insertVariable(view, target.value)
          }}
        >
          <option value="">{t('variable')}</option>
          {variables.map((name) => (
            <option key={name} value={name}>
              {nameVariable(name)}
            </option>
          ))}
        </select>
      ) : null}
      {link === null ? null : <LinkForm view={view} value={link} onValue={setLinkTyped} />}
    </div>
  )
}

type LinkFormProps = {
  view: EditorView
  value: string
  /** null closes the form. */
  onValue: (value: string | null) => void
}

function LinkForm({ view, value, onValue }: LinkFormProps) {
  const t = useTranslate()
  const [wrong, setWrong] = useState(false)
  const put = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    const href = value.trim()
    const good = href === '' || isLink(href)
    setWrong(!good)
    if (!good) return
    setLink(view, href)
    onValue(null)
  }
  return (
    <form className={css.link} onSubmit={put}>
      <input
        // It was just asked for.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        aria-label={t('linkAddress')}
        aria-invalid={wrong || undefined}
        placeholder="https:// /…"
        value={value}
        onChange={({ target }) => onValue(target.value)}
      />
      <ActionButton type="submit" little>
        {t('apply')}
      </ActionButton>
      {wrong ? (
        <p className={css.issue} role="alert">
          {t('linkWrong')}
        </p>
      ) : null}
    </form>
  )
}
