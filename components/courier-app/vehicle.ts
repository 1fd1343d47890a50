"use client";

import { createContext, useContext } from "react";
import type { TransportType } from "@/lib/couriers/vehicle";

/** The courier's vehicle, which decides the mode of directions. */
export const Vehicle = createContext<TransportType>("car");

export const useVehicle = (): TransportType => useContext(Vehicle);
