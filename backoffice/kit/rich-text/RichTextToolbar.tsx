import { type FormEvent, type MouseEvent, useState } from 'react'
import type { EditorView } from 'prosemirror-view'

import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { BackofficeIcon, type BackofficeIconName } from '#backoffice/kit/display/BackofficeIcon.tsx'
import { linkAtCursor, setLink } from '#backoffice/kit/rich-text/link-at-cursor.ts'
import {
  type ActionName,
  runEditorAction,
  insertVariable,
} from '#backoffice/kit/rich-text/open-editor.ts'
import { isLink } from '#backoffice/kit/rich-text/paste-cleaning.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { MessageKey } from '#backoffice/i18n/message-keys.ts'

import css from './RichTextField.module.css'

type Tool = { action: ActionName; label: MessageKey; icon: BackofficeIconName }

/** Groups of buttons: for letters, paragraphs and lists. */
const TOOLS: readonly (readonly Tool[])[] = [
  [
    { action: 'bold', label: 'bold', icon: 'bold' },
    { action: 'italic', label: 'italic', icon: 'italic' },
  ],
  [
    { action: 'heading', label: 'heading', icon: 'heading' },
    { action: 'paragraph', label: 'paragraph', icon: 'paragraph' },
  ],
  [
    { action: 'bullets', label: 'bullets', icon: 'bullets' },
    { action: 'numbers', label: 'numbers', icon: 'numbers' },
    { action: 'outdent', label: 'outdent', icon: 'outward' },
  ],
]

type BarProps = {
  view: EditorView
  kind: 'plain' | 'rich'
  variables: readonly string[]
  nameVariable: (name: string) => string
  label: string
}

/** A press on a button does not clear the selection in the text. */
const keepSelection = (event: MouseEvent) => event.preventDefault()

/** Formatting actions, shown below the text while it has the focus. */
export function RichTextToolbar({ view, kind, variables, nameVariable, label }: BarProps) {
  const t = useTranslate()
  const [link, setLinkTyped] = useState<string | null>(null)
  return (
    <div className={css.tools} role="group" aria-label={t('markup', { name: label })}>
      <div className={css.bar}>
        {kind === 'rich'
          ? TOOLS.map((tools) => (
              <span key={tools[0]?.action} className={css.toolGroup}>
                {tools.map((tool) => (
                  <ToolButton key={tool.action} tool={tool} view={view} />
                ))}
              </span>
            ))
          : null}
        {kind === 'rich' ? (
          <span className={css.toolGroup}>
            <button
              type="button"
              className={css.tool}
              aria-label={t('link')}
              title={t('link')}
              aria-expanded={link !== null}
              onMouseDown={keepSelection}
              onClick={() => setLinkTyped(link === null ? linkAtCursor(view) : null)}
            >
              <BackofficeIcon name="link" />
            </button>
          </span>
        ) : null}
        {variables.length > 0 ? (
          <VariableChoice view={view} variables={variables} nameVariable={nameVariable} />
        ) : null}
      </div>
      {link === null ? null : <LinkForm view={view} value={link} onValue={setLinkTyped} />}
    </div>
  )
}

function ToolButton({ tool: { action, label, icon }, view }: { tool: Tool; view: EditorView }) {
  const t = useTranslate()
  return (
    <button
      type="button"
      className={css.tool}
      aria-label={t(label)}
      title={t(label)}
      onMouseDown={keepSelection}
      onClick={() => runEditorAction(view, action)}
    >
      <BackofficeIcon name={icon} />
    </button>
  )
}

function VariableChoice({
  view,
  variables,
  nameVariable,
}: Pick<BarProps, 'view' | 'variables' | 'nameVariable'>) {
  const t = useTranslate()
  return (
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
  const [isInvalid, setIsInvalid] = useState(false)
  const applyLink = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    const href = value.trim()
    const isValid = href === '' || isLink(href)
    setIsInvalid(!isValid)
    if (!isValid) return
    setLink(view, href)
    onValue(null)
  }
  return (
    <form className={css.link} onSubmit={applyLink}>
      <input
        // The user has just opened this field.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        aria-label={t('linkAddress')}
        aria-invalid={isInvalid || undefined}
        placeholder="https:// /…"
        value={value}
        onChange={({ target }) => onValue(target.value)}
      />
      <ActionButton type="submit" small>
        {t('apply')}
      </ActionButton>
      {isInvalid ? (
        <p className={css.issue} role="alert">
          {t('linkWrong')}
        </p>
      ) : null}
    </form>
  )
}
