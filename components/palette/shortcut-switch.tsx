import { keepSetting } from "@/components/palette/kept-setting";
import { SHORTCUTS_SETTING, useHasShortcuts } from "@/components/palette/shortcuts";

export const ShortcutSwitch = ({ label }: { label: string }) => (
  <label className="flex min-h-11 cursor-pointer items-center gap-3 text-sm font-medium">
    <input
      type="checkbox"
      checked={useHasShortcuts()}
      onChange={(event) => keepSetting(SHORTCUTS_SETTING, event.target.checked ? "on" : "off")}
      className="size-5 accent-fir"
    />
    {label}
  </label>
);
