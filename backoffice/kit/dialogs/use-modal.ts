import { type RefObject, useEffect } from 'react'

import { addOpenDialog } from '#backoffice/kit/dialogs/open-dialogs.ts'

/** Opens the dialog as a modal while its component is shown. Then the focus returns to the opener. */
export function useModal(ref: RefObject<HTMLDialogElement | null>): void {
  useEffect(() => {
    const opener = document.activeElement
    ref.current?.showModal()
    const removeOpenDialog = ref.current ? addOpenDialog(ref.current) : undefined
    return () => {
      removeOpenDialog?.()
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
    }
  }, [ref])
}
