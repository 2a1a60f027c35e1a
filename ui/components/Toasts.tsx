import { createContext, type ReactNode, use, useCallback, useEffect, useState } from 'react'

import { useAnnounce } from './Announcer.tsx'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'
import css from './Toasts.module.css'

type Toast = { id: number; sentence: string }

const SHOWN_MS = 5000
const Notify = createContext<(sentence: string) => void>(() => {})

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
  const drop = useCallback(
    (id: number) => setToasts((toasts) => toasts.filter((toast) => toast.id !== id)),
    [],
  )
  return (
    <Notify value={showToast}>
      {children}
      <div className={css.toasts}>
        {toasts.map((toast) => (
          <OneToast key={toast.id} toast={toast} closeLabel={closeLabel} drop={drop} />
        ))}
      </div>
    </Notify>
  )
}

function OneToast({
  toast,
  closeLabel,
  drop,
}: {
  toast: Toast
  closeLabel: string
  drop: (id: number) => void
}) {
  // The toast stays while the user hovers over it or focuses it.
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => drop(toast.id), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [held, toast.id, drop])
  return (
    <div
      className={css.toast}
      data-toast
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon name="warning" />
      <span>{toast.sentence}</span>
      <IconButton icon="close" label={closeLabel} onClick={() => drop(toast.id)} />
    </div>
  )
}

export const useToast = () => use(Notify)
