import { useQuery } from '@tanstack/react-query'
import { type CSSProperties, type RefObject, useEffect, useRef, useState } from 'react'

import { fetchBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { LoadError } from '#backoffice/kit/page/LoadError.tsx'
import {
  removeFromFrame,
  storeForFrame,
} from '#backoffice/modules/content/preview/store-preview.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffInput } from '#contract/client.staff.ts'
import {
  type PreviewOrder,
  type PreviewReport,
  reportFrom,
  wrapped,
} from '#contract/shared/preview-messages.ts'
import { previewFrame } from '#contract/shared/storage-keys.ts'
import type { Staff } from '#contract/staff/sign-in.staff.ts'
import { DEFAULT_ZONE } from '#domain/time/zone-days.ts'
import { classNames } from '#ui/lib/class-names.ts'

import css from './PreviewFrame.module.css'

/** In CSS pixels of the shop. */
const WIDTHS = { desktop: 1280, phone: 390 } as const
export type Device = keyof typeof WIDTHS

type PreviewFrameProps = {
  /** Each frame of a page has a name of its own. */
  name: string
  /** Read by screen readers. */
  title: string
  staff: Pick<Staff, 'name' | 'language'>
  options: StaffInput<'createPreview'>
  /** The page of the shop that opens first. */
  page: string
  /** Shows the welcome overlay, which recipients see only once. */
  welcome?: boolean
  device: Device
  /** Takes the remaining height of the window. */
  fills?: boolean
  /** Messages to the shop. Each is sent again when it changes, and to each page that opens. */
  orders?: readonly PreviewOrder[]
  onReport?: (report: PreviewReport) => void
}

/** The real shop in a frame, with its own preview session, scaled to the available space. */
export function PreviewFrame(props: PreviewFrameProps) {
  const { title, device, page, fills = false } = props
  const t = useTranslate()
  const [box, setBox] = useState<HTMLDivElement | null>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  /** The page that the frame shows, and the requested page from which the user came there. */
  const shownPage = useRef<ShownPage | null>(null)
  const { opened, error, onRetry } = usePreview(props, shownPage)
  const [isReady, setReady] = useState(false)
  const [isBlocked, setBlocked] = useState(false)
  const size = useSize(box)
  useShop({ frame, shownPage, props, onRetry, onReady: () => setReady(true) })
  if (error) return <LoadError error={error} onRetry={onRetry} />
  return (
    <div
      ref={setBox}
      className={classNames(css.box, css[device], fills && css.fills)}
      aria-busy={!isReady && !isBlocked}
    >
      {opened === null || size === null ? null : (
        // The frame has the same origin and needs scripts, so a sandbox would not protect anything.
        // oxlint-disable-next-line react/iframe-missing-sandbox
        <iframe
          key={`${opened.count} ${page}`}
          ref={frame}
          className={css.frame}
          name={previewFrame(props.name)}
          title={title}
          // A new preview opens the page that the user last saw.
          src={opened.shownPage?.requested === page ? opened.shownPage.page : page}
          // The document of a blocked frame cannot be read.
          onLoad={({ currentTarget }) => setBlocked(currentTarget.contentDocument === null)}
          style={scaledTo(size, WIDTHS[device])}
        />
      )}
      {isBlocked ? (
        <div className={css.blocked}>
          <Notice kind="bad">
            <p>{t('preview.blocked')}</p>
            <p>{t('preview.blockedHelp')}</p>
          </Notice>
        </div>
      ) : isReady ? null : (
        <p className={css.opening} role="status">
          {t('preview.opening')}
        </p>
      )}
    </div>
  )
}

type ShownPage = { page: string; requested: string }
type Size = { width: number; height: number }

function scaledTo({ width, height }: Size, shopWidth: number): CSSProperties {
  const scale = Math.min(1, width / shopWidth)
  return {
    inlineSize: `${shopWidth}px`,
    blockSize: `${Math.ceil(height / scale)}px`,
    transform: `scale(${scale})`,
    insetInlineStart: `${Math.max(0, (width - shopWidth * scale) / 2)}px`,
  }
}

/** The size of the box. After an error the box is a new element, so it is a parameter and not a ref. */
function useSize(box: HTMLElement | null): Size | null {
  const [size, setSize] = useState<Size | null>(null)
  useEffect(() => {
    if (!box) return
    const setAbove = () => {
      const { top } = box.getBoundingClientRect()
      box.style.setProperty('--above', `${Math.round(top + window.scrollY)}px`)
    }
    setAbove()
    const watch = new ResizeObserver(() => {
      // In the next animation frame, because it changes the sizes that are being observed.
      requestAnimationFrame(setAbove)
      const { clientWidth: width, clientHeight: height } = box
      setSize((last) =>
        last?.width === width && last.height === height ? last : { width, height },
      )
    })
    // Elements above the box change the size of its ancestors, for example a notice.
    for (let part: HTMLElement | null = box; part; part = part.parentElement) watch.observe(part)
    return () => watch.disconnect()
  }, [box])
  return size
}

/** Creates the preview session and stores it for the frame. Each new session opens a new document. */
function usePreview(
  { name, options, staff, welcome = false }: PreviewFrameProps,
  shownPage: RefObject<ShownPage | null>,
) {
  const channels = useQuery(staffQuery('channelNames', {}))
  const [opened, setOpened] = useState<{ count: number; shownPage: ShownPage | null } | null>(null)
  const [attempts, setAttempts] = useState(0)
  const [error, setError] = useState<Error | null>(null)
  const request = JSON.stringify(options)
  const { language } = staff
  const zone = channels.data?.items.find(({ id }) => id === options.channel)?.time_zone
  const isKnown = channels.data !== undefined
  useEffect(() => {
    if (!isKnown) return
    let isCurrent = true
    const input = JSON.parse(request) as StaffInput<'createPreview'>
    fetchBackoffice('createPreview', input).then(
      (created) => {
        if (!isCurrent) return
        storeForFrame(previewFrame(name), created, input, {
          asked: '',
          releases: [],
          staff: { name: staff.name, language },
          zone: zone ?? DEFAULT_ZONE,
          welcome,
        })
        setError(null)
        setOpened((before) => ({ count: (before?.count ?? 0) + 1, shownPage: shownPage.current }))
      },
      (thrown: unknown) => {
        if (isCurrent) setError(thrown instanceof Error ? thrown : new Error(String(thrown)))
      },
    )
    return () => {
      isCurrent = false
    }
  }, [request, shownPage, isKnown, language, name, staff.name, attempts, welcome, zone])
  useEffect(() => () => removeFromFrame(previewFrame(name)), [name])
  const onRetry = () => {
    setError(null)
    setAttempts((before) => before + 1)
    if (!isKnown) void channels.refetch()
  }
  // If the channels are already known, an error of a later read does not replace the shop.
  return { opened, error: error ?? (isKnown ? null : channels.error), onRetry }
}

/** Sends the orders to the shop, and receives its reports. Only messages of this frame and origin are read. */
function useShop({
  frame,
  shownPage,
  props: { orders = [], page, onReport },
  onRetry,
  onReady,
}: {
  frame: RefObject<HTMLIFrameElement | null>
  shownPage: RefObject<ShownPage | null>
  props: PreviewFrameProps
  onRetry: () => void
  onReady: () => void
}) {
  const latest = useRef({ orders, onReport, onRetry, onReady, page })
  useEffect(() => {
    latest.current = { orders, onReport, onRetry, onReady, page }
  })
  useEffect(() => {
    const send = (order: PreviewOrder) =>
      frame.current?.contentWindow?.postMessage(wrapped(order), window.location.origin)
    const receiveReport = (event: MessageEvent) => {
      const shop = frame.current?.contentWindow ?? null
      const report = reportFrom(event, shop, window.location.origin)
      if (!report) return
      if (report.kind === 'ready') {
        shownPage.current = { page: report.page, requested: latest.current.page }
        // Once the preview has opened, the user may navigate elsewhere.
        const skipped = report.after === 'opening' ? ['refresh'] : ['refresh', 'go']
        for (const order of latest.current.orders) if (!skipped.includes(order.kind)) send(order)
        latest.current.onReady()
      } else if (report.kind === 'ended' && shownPage.current) {
        // Only once for each preview, so that a preview that cannot open does not request new ones forever.
        shownPage.current = null
        latest.current.onRetry()
      }
      latest.current.onReport?.(report)
    }
    window.addEventListener('message', receiveReport)
    return () => window.removeEventListener('message', receiveReport)
  }, [shownPage, frame])
  const sent = useRef(new Map<string, string>())
  useEffect(() => {
    for (const order of orders) {
      const text = JSON.stringify(order)
      if (sent.current.get(order.kind) === text) continue
      sent.current.set(order.kind, text)
      frame.current?.contentWindow?.postMessage(wrapped(order), window.location.origin)
    }
  }, [frame, orders])
}
