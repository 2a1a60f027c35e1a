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

type CodeFormProps = { words: PageTexts; busy: boolean; setBusy: (busy: boolean) => void }

type Boxes = RefObject<(HTMLInputElement | null)[]>

/** Runs one login at a time. */
function useAttempt(words: PageTexts, setBusy: (busy: boolean) => void, boxes: Boxes) {
  const [issue, setIssue] = useState<{ text: string } | null>(null)
  const [working, setWorking] = useState(false)
  const [invalid, setInvalid] = useState(false)
  const queries = useQueryClient()
  const navigate = useNavigate()
  const attempt = useRef<AbortController | null>(null)
  const announce = useAnnounce()
  const workingText = words.text('tooManyAttempts')

  /** New input replaces an attempt with an older code that is still running. */
  function giveUp() {
    if (!attempt.current) return
    attempt.current.abort()
    attempt.current = null
    setWorking(false)
    setBusy(false)
  }

  async function tryCode(code: string) {
    // A preview uses up no attempts.
    if (isFramed()) return navigate('/')
    setBusy(true)
    setIssue(null)
    const tried = new AbortController()
    attempt.current = tried
    const onWork = () => {
      if (tried.signal.aborted) return
      setWorking(true)
      announce(workingText)
    }
    const result = await logIn(code, queries, onWork, tried.signal)
    if (result.kind === 'given-up') return undefined
    attempt.current = null
    setWorking(false)
    if (result.kind === 'in') {
      // Busy until the next page is shown, because `LoginPage` redirects a user with a session unless it is busy.
      setInvalid(false)
      if (result.site) return window.location.replace(result.site)
      return navigate(result.path, { replace: true })
    }
    setBusy(false)
    if (result.kind === 'rejected') {
      setInvalid(true)
      setIssue({
        text: words.text(result.key) || words.text('generalVoucherError'),
      })
      boxes.current[0]?.select()
    } else if (result.kind === 'crowded') setIssue({ text: words.text('loginCrowded') })
    else setIssue({ text: 'Something went wrong! Contact our administrator.' })
    return undefined
  }
  return { issue, working, workingText, invalid, giveUp, tryCode }
}

/** The code in its three boxes. */
function useParts(boxes: Boxes, giveUp: () => void) {
  const [parts, setParts] = useState<[string, string, string]>(['', '', ''])

  function fillAll(text: string) {
    giveUp()
    setParts(splitCode(text.slice(0, 9)))
    boxes.current[Math.min(2, Math.floor(text.length / BOX_LENGTH))]?.focus()
  }

  function fill(box: number, typed: string) {
    giveUp()
    const text = tidyCode(typed)
    const next: [string, string, string] = [...parts]
    // Text that does not fit continues in the next box: a whole code can be typed or pasted anywhere.
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

  function back(event: KeyboardEvent<HTMLInputElement>, box: number) {
    const before = boxes.current[box - 1]
    if (event.key !== 'Backspace' || parts[box] !== '' || !before) return
    before.focus()
    // Backspace then deletes the last character there, not all of them.
    before.setSelectionRange(before.value.length, before.value.length)
  }
  return { parts, fillAll, fill, paste, back }
}

/** A code that was typed before hydration, or that a link contains. */
function useGivenCode(
  boxes: Boxes,
  fillAll: (text: string) => void,
  tryCode: (code: string) => Promise<unknown>,
) {
  // A visitor can type before hydration, so the text in the boxes counts. A layout effect, so that no key comes
  // between reading and showing it. Once: a page that suspended and is shown again was hydrated before, and its code
  // may be on its way.
  const alive = useRef(false)
  useLayoutEffect(() => {
    if (alive.current) return
    alive.current = true
    const before = takeTypedCode()
    const scanned = takeScannedCode()
    if (scanned !== null) {
      fillAll(scanned)
      void tryCode(scanned)
      return
    }
    const typed = tidyCode(before.typed || boxes.current.map((box) => box?.value ?? '').join(''))
    if (typed !== '') fillAll(typed)
    else boxes.current[before.box]?.focus()
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
function useInView(issue: object | null) {
  const toldAt = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (issue) toldAt.current?.scrollIntoView({ block: 'nearest' })
  }, [issue])
  return toldAt
}

export function CodeForm({ words, busy, setBusy }: CodeFormProps) {
  const id = useId()
  const boxes = useRef<(HTMLInputElement | null)[]>([])
  const attempt = useAttempt(words, setBusy, boxes)
  const { issue, working, tryCode } = attempt
  const { parts, fillAll, fill, paste, back } = useParts(boxes, attempt.giveUp)
  useGivenCode(boxes, fillAll, tryCode)
  const toldAt = useInView(issue)
  const complete = parts.join('').length === 9
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (complete && !busy) await tryCode(parts.join(''))
  }

  return (
    <form className={css.form} onSubmit={(event) => void submit(event)} noValidate>
      <fieldset className={css.boxes} aria-describedby={`${id}-issue`}>
        <legend className={css.legend}>{words.say('voucherLabel')}</legend>
        {BOXES.map((box) => (
          <input
            key={box}
            ref={(input) => void (boxes.current[box] = input)}
            className={css.box}
            type="text"
            // One more than fits, so that a fourth character is seen and goes on in the next box.
            maxLength={box === 0 ? 40 : BOX_LENGTH}
            value={parts[box]}
            aria-label={words.text('voucherBox', { part: box + 1 }, `${box + 1} / 3`)}
            aria-invalid={attempt.invalid || undefined}
            autoCapitalize="none"
            autoComplete={box === 0 ? 'one-time-code' : 'off'}
            autoCorrect="off"
            spellCheck={false}
            inputMode="text"
            enterKeyHint={box === 2 ? 'go' : 'next'}
            onChange={(event) => fill(box, event.target.value)}
            onKeyDown={(event) => back(event, box)}
            onPaste={(event) => paste(event, box)}
            onFocus={selectAll}
          />
        ))}
      </fieldset>
      <p ref={toldAt} id={`${id}-issue`} className={css.issue} role="alert">
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
        {words.say('loginButton')}
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
