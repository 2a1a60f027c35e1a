import { createContext, type ReactNode, use, useCallback, useEffect, useState } from 'react'

import { useAnnounce } from './Announcer.tsx'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'
import css from './Toasts.module.css'

type Toast = { id: number; sentence: string }

const SHOWN_MS = 5000
const ToastContext = createContext<(sentence: string) => void>(() => {})

/** Errors that belong to no field: shown at the top right for five seconds, and announced once. */
export function Toasts({ closeLabel, children }: { closeLabel: string; children: ReactNode }) {
  const [toasts, setToasts] = useState<Toast[]>([])
  const announce = useAnnounce()
  const showToast = useCallback(
    (sentence: string) => {
      announce(sentence)
      setToasts((toasts) => [
        ...toasts.filter((toast) => toast.sentence !== sentence),
        { id: (toasts.at(-1)?.id ?? 0) + 1, sentence },
      ])
    },
    [announce],
  )
  const removeToast = useCallback(
    (id: number) => setToasts((toasts) => toasts.filter((toast) => toast.id !== id)),
    [],
  )
  return (
    <ToastContext value={showToast}>
      {children}
      <div className={css.toasts}>
        {toasts.map((toast) => (
          <ToastItem
            key={toast.id}
            toast={toast}
            closeLabel={closeLabel}
            removeToast={removeToast}
          />
        ))}
      </div>
    </ToastContext>
  )
}

function ToastItem({
  toast,
  closeLabel,
  removeToast,
}: {
  toast: Toast
  closeLabel: string
  removeToast: (id: number) => void
}) {
  // The toast stays while the user hovers over it or focuses it.
  const [isPaused, setIsPaused] = useState(false)
  useEffect(() => {
    if (isPaused) return
    const timer = setTimeout(() => removeToast(toast.id), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [isPaused, toast.id, removeToast])
  return (
    <div
      className={css.toast}
      data-toast
      onPointerEnter={() => setIsPaused(true)}
      onPointerLeave={() => setIsPaused(false)}
      onFocus={() => setIsPaused(true)}
      onBlur={() => setIsPaused(false)}
    >
      <Icon name="warning" />
      <span>{toast.sentence}</span>
      <IconButton icon="close" label={closeLabel} onClick={() => removeToast(toast.id)} />
    </div>
  )
}

export const useToast = () => use(ToastContext)
