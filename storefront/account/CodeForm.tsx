import { useQueryClient } from '@tanstack/react-query'
import {
  type ClipboardEvent,
  type FocusEvent,
  type FormEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useNavigate } from '#storefront/router/router.tsx'

import { splitCode, tidyCode } from '#domain/vouchers/voucher-code.ts'
import { logIn } from '#storefront/account/log-in.ts'
import { takeTypedCode } from '#storefront/account/typed-code.ts'
import { isFramed } from '#storefront/storage/browser-storage.ts'
import { storeScannedCode, takeScannedCode } from '#storefront/session/scanned-code.ts'
import type { PageTexts } from '#storefront/i18n/texts.tsx'
import { useAnnounce } from '#ui/components/Announcer.tsx'
import { Button } from '#ui/components/Button.tsx'
import { Icon } from '#ui/components/Icon.tsx'
import css from './CodeForm.module.css'

const BOXES = [0, 1, 2] as const
const BOX_LENGTH = 3

type CodeFormProps = { texts: PageTexts; busy: boolean; setBusy: (busy: boolean) => void }

type Boxes = RefObject<(HTMLInputElement | null)[]>

/** Runs one login at a time. */
function useAttempt(texts: PageTexts, setBusy: (busy: boolean) => void, boxes: Boxes) {
  const [issue, setIssue] = useState<{ text: string } | null>(null)
  const [working, setWorking] = useState(false)
  const [invalid, setInvalid] = useState(false)
  const queries = useQueryClient()
  const navigate = useNavigate()
  const attempt = useRef<AbortController | null>(null)
  const announce = useAnnounce()
  const workingText = texts.text('tooManyAttempts')

  /** New input replaces an attempt with an older code that is still running. */
  function abortAttempt() {
    if (!attempt.current) return
    attempt.current.abort()
    attempt.current = null
    setWorking(false)
    setBusy(false)
  }

  async function tryCode(code: string) {
    // In a preview no login is sent.
    if (isFramed()) return navigate('/')
    setBusy(true)
    setIssue(null)
    const controller = new AbortController()
    attempt.current = controller
    const onWork = () => {
      if (controller.signal.aborted) return
      setWorking(true)
      announce(workingText)
    }
    const result = await logIn(code, queries, onWork, controller.signal)
    if (result.kind === 'aborted') return undefined
    attempt.current = null
    setWorking(false)
    if (result.kind === 'logged-in') {
      // Busy until the next page is shown, because `LoginPage` redirects a user with a session unless it is busy.
      setInvalid(false)
      if (result.site) return window.location.replace(result.site)
      return navigate(result.path, { replace: true })
    }
    setBusy(false)
    if (result.kind === 'rejected') {
      setInvalid(true)
      setIssue({
        text: texts.text(result.key) || texts.text('generalVoucherError'),
      })
      boxes.current[0]?.select()
    } else if (result.kind === 'crowded') setIssue({ text: texts.text('loginCrowded') })
    else setIssue({ text: 'Something went wrong! Contact our administrator.' })
    return undefined
  }
  return { issue, working, workingText, invalid, abortAttempt, tryCode }
}

/** The code in its three boxes. */
function useCodeBoxes(boxes: Boxes, abortAttempt: () => void) {
  const [parts, setParts] = useState<[string, string, string]>(['', '', ''])

  function fillAll(text: string) {
    abortAttempt()
    setParts(splitCode(text.slice(0, 9)))
    boxes.current[Math.min(2, Math.floor(text.length / BOX_LENGTH))]?.focus()
  }

  function fill(box: number, typed: string) {
    abortAttempt()
    const text = tidyCode(typed)
    const next: [string, string, string] = [...parts]
    // Autofill puts a complete code into the first box.
    if (text.length > BOX_LENGTH && box === 0) return fillAll(text)
    next[box] = text.slice(0, BOX_LENGTH)
    setParts(next)
    if (text.length >= BOX_LENGTH) boxes.current[box + 1]?.focus()
  }

  function paste(event: ClipboardEvent, box: number) {
    const text = tidyCode(event.clipboardData.getData('text'))
    event.preventDefault()
    if (text.length > BOX_LENGTH) fillAll(text)
    else fill(box, text)
  }

  function onBackspace(event: KeyboardEvent<HTMLInputElement>, box: number) {
    const previousBox = boxes.current[box - 1]
    if (event.key !== 'Backspace' || parts[box] !== '' || !previousBox) return
    previousBox.focus()
    // Backspace then deletes only its last character.
    previousBox.setSelectionRange(previousBox.value.length, previousBox.value.length)
  }
  return { parts, fillAll, fill, paste, onBackspace }
}

/** A code that was typed before hydration, or that a link contains. */
function useInitialCode(
  boxes: Boxes,
  fillAll: (text: string) => void,
  tryCode: (code: string) => Promise<unknown>,
) {
  // A visitor can type before hydration, so the text in the boxes is read. A layout effect, so that no key is pressed
  // between reading and showing it. Only once: a page that suspended and is shown again may already be sending its code.
  const hasRun = useRef(false)
  useLayoutEffect(() => {
    if (hasRun.current) return
    hasRun.current = true
    const early = takeTypedCode()
    const scanned = takeScannedCode()
    if (scanned !== null) {
      fillAll(scanned)
      void tryCode(scanned)
      return
    }
    const typed = tidyCode(early.typed || boxes.current.map((box) => box?.value ?? '').join(''))
    if (typed !== '') fillAll(typed)
    else boxes.current[early.box]?.focus()
  }, [])

  // A link with a code that is opened while this page is shown.
  useEffect(() => {
    const scan = () => {
      if (!storeScannedCode()) return
      const scanned = takeScannedCode() ?? ''
      fillAll(scanned)
      void tryCode(scanned)
    }
    window.addEventListener('hashchange', scan)
    return () => window.removeEventListener('hashchange', scan)
  }, [])
}

/** On a phone the message may be below the viewport or behind the cookie bar. */
function useScrollIntoView(issue: object | null) {
  const message = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (issue) message.current?.scrollIntoView({ block: 'nearest' })
  }, [issue])
  return message
}

export function CodeForm({ texts, busy, setBusy }: CodeFormProps) {
  const id = useId()
  const boxes = useRef<(HTMLInputElement | null)[]>([])
  const attempt = useAttempt(texts, setBusy, boxes)
  const { issue, working, tryCode } = attempt
  const { parts, fillAll, fill, paste, onBackspace } = useCodeBoxes(boxes, attempt.abortAttempt)
  useInitialCode(boxes, fillAll, tryCode)
  const message = useScrollIntoView(issue)
  const complete = parts.join('').length === 9
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (complete && !busy) await tryCode(parts.join(''))
  }

  return (
    <form className={css.form} onSubmit={(event) => void submit(event)} noValidate>
      <fieldset className={css.boxes} aria-describedby={`${id}-issue`}>
        <legend className={css.legend}>{texts.jsx('voucherLabel')}</legend>
        {BOXES.map((box) => (
          <input
            key={box}
            ref={(input) => void (boxes.current[box] = input)}
            className={css.box}
            type="text"
            // The first box accepts a complete code from autofill.
            maxLength={box === 0 ? 40 : BOX_LENGTH}
            value={parts[box]}
            aria-label={texts.text('voucherBox', { part: box + 1 }, `${box + 1} / 3`)}
            aria-invalid={attempt.invalid || undefined}
            autoCapitalize="none"
            autoComplete={box === 0 ? 'one-time-code' : 'off'}
            autoCorrect="off"
            spellCheck={false}
            inputMode="text"
            enterKeyHint={box === 2 ? 'go' : 'next'}
            onChange={(event) => fill(box, event.target.value)}
            onKeyDown={(event) => onBackspace(event, box)}
            onPaste={(event) => paste(event, box)}
            onFocus={selectAll}
          />
        ))}
      </fieldset>
      <p ref={message} id={`${id}-issue`} className={css.issue} role="alert">
        {issue ? (
          <>
            <Icon name="warning" />
            <span>{issue.text}</span>
          </>
        ) : null}
      </p>
      {working ? (
        <p className={css.working} data-working>
          {attempt.workingText}
        </p>
      ) : null}
      <Button type="submit" wide disabled={!complete} busy={busy}>
        {texts.jsx('loginButton')}
      </Button>
    </form>
  )
}

/**
 * Selects a full box on focus, because the user types it again. Not a box that is being filled: after hydration React
 * replays earlier focus events during typing.
 */
function selectAll({ currentTarget: box }: FocusEvent<HTMLInputElement>) {
  if (box.value.length === BOX_LENGTH && box === document.activeElement) box.select()
}
