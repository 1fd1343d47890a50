import { X } from "lucide-react";
import type { Ref } from "react";

interface Props {
  label: string;
  onClose: () => void;
  ref?: Ref<HTMLButtonElement>;
}

export const CloseButton = ({ label, onClose, ref }: Props) => (
  <button
    ref={ref}
    type="button"
    onClick={onClose}
    aria-label={label}
    className="-mt-2 -mr-2 flex size-11 shrink-0 cursor-pointer items-center justify-center rounded-lg hover:bg-hover"
  >
    <X aria-hidden="true" className="size-5" />
  </button>
);
