import {
  type FocusEvent,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
  Suspense,
} from 'react'
import type { EditorView } from 'prosemirror-view'

import { openEditor, setEditorContent } from '#backoffice/kit/rich-text/open-editor.ts'
import type { PasteLoss } from '#backoffice/kit/rich-text/paste-cleaning.ts'
import { useTextNames } from '#backoffice/i18n/use-text-names.ts'
import { RichTextToolbar } from '#backoffice/kit/rich-text/RichTextToolbar.tsx'
import { htmlToText } from '#backoffice/kit/rich-text/text-format.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import { classNames } from '#ui/lib/class-names.ts'

import css from './RichTextField.module.css'
import { parseHtml } from '#ui/lib/trusted-types.ts'

type RichFieldProps = {
  label: string
  kind: 'plain' | 'rich'
  lang: string
  value: string
  variables: readonly string[]
  readOnly?: boolean
  issue?: string | null
  /** Focuses the editor when it appears. */
  startsFocused?: boolean
  onChange: (value: string) => void
}

/** The editor loads when the text is within this distance of the viewport. */
const NEAR = '600px'

/** The page stays visible while variable names load. */
export const RichTextField = (props: RichFieldProps) => (
  <Suspense>
    <Editor {...props} />
  </Suspense>
)

/** A text with variables, and with markup if `kind` allows it. Texts far from the viewport have no editor yet. */
function Editor(props: RichFieldProps) {
  const { label, kind, lang, value, variables, readOnly = false, issue, startsFocused } = props
  const t = useTranslate()
  const { nameVariable } = useTextNames()
  const id = useId()
  const ref = useRef<HTMLDivElement>(null)
  const [isNear, setIsNear] = useNear(ref)
  useEffect(() => {
    if (startsFocused) ref.current?.focus()
  }, [startsFocused])
  const { view, active, setActive, pasteLosses } = useEditorIn(ref, isNear, props, nameVariable)
  useInvalid(view, isNear, issue ? `${id}-issue` : null)

  const leave = ({ currentTarget, relatedTarget }: FocusEvent<HTMLDivElement>) => {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) setActive(null)
  }
  return (
    <div className={css.field} onBlur={leave}>
      {readOnly ? (
        <ReadOnlyText value={value} kind={kind} lang={lang} label={label} />
      ) : (
        <div
          ref={ref}
          key={`${kind} ${label} ${lang}`}
          role="textbox"
          aria-multiline="true"
          aria-label={label}
          tabIndex={0}
          lang={lang}
          className={classNames(css.text, kind === 'rich' && css.rich)}
          onFocus={isNear ? undefined : () => setIsNear(true)}
          suppressContentEditableWarning
        >
          {isNear ? null : htmlToText(value)}
        </div>
      )}
      {active ? (
        <RichTextToolbar
          view={active}
          kind={kind}
          variables={variables}
          nameVariable={nameVariable}
          label={label}
        />
      ) : null}
      {issue ? (
        <p id={`${id}-issue`} className={css.issue} role="alert">
          {issue}
        </p>
      ) : null}
      {pasteLosses.length > 0 ? (
        <p className={css.lost} role="status">
          {t('pasteLost', { what: pasteLosses.map((loss) => t(`lost.${loss}`)).join(', ') })}
        </p>
      ) : null}
    </div>
  )
}

/** Whether the text has been near the viewport, or was focused. */
function useNear(ref: RefObject<HTMLElement | null>) {
  const [isNear, setIsNear] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (!element || isNear) return
    const watch = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setIsNear(true)
      },
      { rootMargin: NEAR },
    )
    watch.observe(element)
    return () => watch.disconnect()
  }, [isNear, ref])
  return [isNear, setIsNear] as const
}

/** Opens the editor when the text is near. Then the editor owns the element's content, and React renders nothing into it. */
function useEditorIn(
  ref: RefObject<HTMLElement | null>,
  isNear: boolean,
  { label, kind, lang, value, variables, readOnly = false, onChange }: RichFieldProps,
  nameVariable: (name: string) => string,
) {
  const view = useRef<EditorView | null>(null)
  const lastValue = useRef(value)
  const change = useRef(onChange)
  const [active, setActive] = useState<EditorView | null>(null)
  const [pasteLosses, setPasteLosses] = useState<PasteLoss[]>([])
  useEffect(() => {
    change.current = onChange
  })
  useEffect(() => {
    const element = ref.current
    if (!element || !isNear || readOnly) return
    const hadFocus = document.activeElement === element
    element.textContent = ''
    const opened = openEditor(element, {
      kind,
      value: lastValue.current,
      variables,
      nameVariable,
      attributes: editorAttributes(kind, label, lang),
      onChange: (text) => {
        lastValue.current = text
        change.current(text)
      },
      onLost: setPasteLosses,
      onFocus: setActive,
    })
    view.current = opened
    if (hadFocus) opened.focus()
    return () => {
      view.current = null
      opened.destroy()
    }
    // The editor is created once for an element. The effect below updates its content.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isNear, readOnly, kind, label, lang, variables.join(' '), nameVariable])
  useEffect(() => {
    if (value === lastValue.current) return
    lastValue.current = value
    if (view.current) setEditorContent(view.current, { kind, value, variables })
  }, [value, kind, variables])
  return { view, active, setActive, pasteLosses }
}

/** `describedBy`: the id of the element with the error, or null. */
function useInvalid(
  view: RefObject<EditorView | null>,
  isNear: boolean,
  describedBy: string | null,
) {
  useEffect(() => {
    const element = view.current?.dom
    if (!element) return
    if (describedBy === null) {
      element.removeAttribute('aria-invalid')
      element.removeAttribute('aria-describedby')
    } else {
      element.setAttribute('aria-invalid', 'true')
      element.setAttribute('aria-describedby', describedBy)
    }
  }, [view, isNear, describedBy])
}

const editorAttributes = (kind: 'plain' | 'rich', label: string, lang: string) => ({
  role: 'textbox',
  'aria-multiline': 'true',
  'aria-label': label,
  lang,
  spellcheck: 'true',
  class: [css.text, kind === 'rich' ? css.rich : ''].join(' '),
})

/** Read-only text: another language, or a user without write permission. */
export function ReadOnlyText({
  value,
  kind,
  lang,
  label,
  faded = false,
}: {
  value: string
  kind: 'plain' | 'rich'
  lang: string
  label: string
  faded?: boolean
}) {
  const lines = kind === 'plain' ? value.split('\n') : linesOf(value)
  return (
    <div
      role="group"
      aria-label={label}
      lang={lang}
      className={classNames(css.readOnly, faded && css.faded)}
      data-fallback={faded || undefined}
    >
      {lines.map((line, lineIndex) => (
        // Lines never move, and two of them may be the same.
        // oxlint-disable-next-line react/no-array-index-key
        <p key={lineIndex}>
          {line.split(/(\{[\w.-]+\})/).map((part, index) =>
            /^\{[\w.-]+\}$/.test(part) ? (
              // oxlint-disable-next-line react/no-array-index-key
              <span key={index} data-variable={part.slice(1, -1)}>
                {part.slice(1, -1)}
              </span>
            ) : (
              part
            ),
          )}
        </p>
      ))}
    </div>
  )
}

function linesOf(html: string): string[] {
  const { body } = parseHtml(html)
  const blocks = [...body.querySelectorAll('p, h1, h2, h3, h4, h5, h6, li, tr')]
  return blocks.length === 0
    ? [body.textContent ?? '']
    : blocks.map(({ textContent }) => textContent?.trim() ?? '')
}
