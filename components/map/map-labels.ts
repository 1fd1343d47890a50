export const MAP_LABELS = {
  ru: {
    home: { courier: "Вернуться к курьеру", all: "Показать всё", me: "К моей геопозиции" },
    controls: {
      "AttributionControl.ToggleAttribution": "Источники карты",
      "CooperativeGesturesHandler.WindowsHelpText": "Чтобы изменить масштаб, держите Ctrl и прокручивайте",
      "CooperativeGesturesHandler.MacHelpText": "Чтобы изменить масштаб, держите ⌘ и прокручивайте",
      "CooperativeGesturesHandler.MobileHelpText": "Двигайте карту двумя пальцами",
      "Map.Title": "Карта",
      "Marker.Title": "Отметка на карте",
      "NavigationControl.ZoomIn": "Приблизить",
      "NavigationControl.ZoomOut": "Отдалить",
    },
  },
  en: {
    home: { courier: "Back to the courier", all: "Show everything", me: "Back to my location" },
    controls: {
      "AttributionControl.ToggleAttribution": "Map sources",
      "CooperativeGesturesHandler.WindowsHelpText": "Hold Ctrl and scroll to zoom",
      "CooperativeGesturesHandler.MacHelpText": "Hold ⌘ and scroll to zoom",
      "CooperativeGesturesHandler.MobileHelpText": "Use two fingers to move the map",
      "Map.Title": "Map",
      "Marker.Title": "Marker",
      "NavigationControl.ZoomIn": "Zoom in",
      "NavigationControl.ZoomOut": "Zoom out",
    },
  },
} as const satisfies Record<
  string,
  { home: Record<"courier" | "all" | "me", string>; controls: Record<string, string> }
>;
